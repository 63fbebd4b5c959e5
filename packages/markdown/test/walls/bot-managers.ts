// Walls of those who tell bots from people.
import { article, note, page, type Row } from './shapes.ts'

export const botManagers: readonly Row[] = [
  {
    by: 'Cloudflare challenge',
    walls: [
      { status: 403, headers: { 'cf-mitigated': 'challenge' }, html: page('Just a moment...', '') },
      {
        status: 403,
        html: page(
          'Just a moment...',
          '<noscript>Enable JavaScript and cookies to continue</noscript><script>window._cf_chl_opt={cvId:"3"};var a=document.createElement("script");a.src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=1"</script>',
        ),
      },
      {
        status: 403,
        html: page(
          'Attention Required! | Cloudflare',
          '<h1>Sorry, you have been blocked</h1><p>You are unable to access example.test</p><p>Cloudflare Ray ID: 1</p>',
        ),
      },
    ],
    innocents: [
      {
        html: article(
          'The challenge sets <code>window._cf_chl_opt</code> and loads challenge-platform/h/b/orchestrate.',
        ),
      },
      { html: note('We found <code>_cf_chl_opt</code> in it.') },
      {
        headers: { server: 'cloudflare', 'cf-ray': '1' },
        html: note(
          'Hello.',
          '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script><script src="https://static.cloudflareinsights.com/beacon.min.js"></script>',
        ),
      },
    ],
  },
  {
    by: 'DataDome captcha',
    walls: [
      {
        status: 403,
        headers: { 'x-datadome': 'protected' },
        html: page('shop.example.test', '<p>Please enable JS and disable any ad blocker</p>'),
      },
      {
        html: page(
          'shop.example.test',
          '<script>var dd={"rt":"c","host":"geo.captcha-delivery.com"}</script><script src="https://ct.captcha-delivery.com/c.js"></script>',
        ),
      },
    ],
    innocents: [
      {
        headers: { 'x-datadome': 'protected' },
        html: note('Hello.', '<script src="https://js.datadome.co/tags.js"></script>'),
      },
      { html: article('Its scripts come from geo.captcha-delivery.com.') },
    ],
  },
  {
    by: 'AWS WAF challenge',
    walls: [
      { status: 202, headers: { 'x-amzn-waf-action': 'challenge' }, html: '' },
      {
        status: 405,
        html: page(
          'Human Verification',
          '<script>window.gokuProps = {"key":"x"};</script><div id="captcha-container"></div>',
        ),
      },
    ],
    innocents: [
      { html: note('Hello.', '<script src="https://1a2b.edge.sdk.awswaf.com/1a2b/challenge.js" defer></script>') },
      { html: note('The page sets <code>gokuProps</code>.') },
    ],
  },
  {
    by: 'Akamai',
    walls: [
      {
        status: 403,
        headers: { server: 'AkamaiGHost' },
        html: page(
          'Access Denied',
          '<h1>Access Denied</h1>You don\'t have permission to access "/kites" on this server.<p>Reference&#32;&#35;18&#46;1a2b&#46;17&#46;3c</p>',
        ),
      },
      {
        html: page(
          'Access Denied',
          "<h1>Access Denied</h1>You don't have permission.<p>Reference&#32;&#35;18&#46;1a2b3c&#46;1700000000&#46;3c<p>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18",
        ),
      },
      { html: page('', '<div id="sec-if-cpt-container"></div><script src="/_sec/cp_challenge/ab-1.js"></script>') },
    ],
    innocents: [
      { status: 403, headers: { server: 'AkamaiGHost' }, html: article('For members only.') },
      { html: article('The text reads Access Denied, Reference #18.1a.17.3c, errors.edgesuite.net.') },
    ],
  },
  {
    by: 'HUMAN (PerimeterX) captcha',
    walls: [
      {
        status: 403,
        html: page(
          'Access to this page has been denied',
          '<div id="px-captcha"></div><script>window._pxAppId="PX1"</script>',
        ),
      },
      {
        html: page(
          'Robot or human?',
          '<p>Activate and hold the button to confirm that you’re human. Press &amp; Hold</p>',
        ),
      },
    ],
    innocents: [
      { html: note('Hello.', '<script>window._pxAppId="PX1";(function(){var s="/PX1/init.js"})()</script>') },
      { html: note('Press and hold the power button for ten seconds.') },
      { html: note('The wall is a <code>&lt;div id="px-captcha"&gt;</code>.') },
    ],
  },
  {
    by: 'Imperva (Incapsula)',
    walls: [
      { status: 403, headers: { 'x-iinfo': '1-2-3' }, html: page('', '<p>Request unsuccessful.</p>') },
      {
        html: page(
          '',
          '<iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=1">Request unsuccessful. Incapsula incident ID: 1-2</iframe>',
        ),
      },
      {
        html: page(
          'Pardon Our Interruption',
          '<p>As you were browsing something about your browser made us think you were a bot.</p>',
        ),
      },
    ],
    innocents: [
      {
        headers: { 'x-iinfo': '1-2-3' },
        html: note('Hello.', '<script src="/_Incapsula_Resource?SWJIYLWA=1"></script>'),
      },
    ],
  },
  {
    by: 'Sucuri firewall',
    walls: [
      {
        status: 403,
        html: page('Sucuri WebSite Firewall - Access Denied', '<h1>Access Denied - Sucuri Website Firewall</h1>'),
      },
      {
        html: page(
          'You are being redirected...',
          "<script>var s={},u,c,U,r,i,l=0;eval(sucuri_cloudproxy_js='');</script>",
        ),
      },
    ],
    innocents: [{ headers: { 'x-sucuri-id': '1' }, html: note('Behind a firewall.') }],
  },
  {
    by: 'DDoS-Guard',
    walls: [
      { status: 403, headers: { server: 'ddos-guard' }, html: page('DDOS-GUARD', '<p>Checking your browser</p>') },
      { html: page('DDoS-Guard', '<script src="https://check.ddos-guard.net/check.js"></script>') },
    ],
    innocents: [{ headers: { server: 'ddos-guard' }, html: note('Hello.') }],
  },
]
