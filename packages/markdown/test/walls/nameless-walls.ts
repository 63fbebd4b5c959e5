// Walls that name no maker.
import { article, note, page, type Row, SENTENCE } from './shapes.ts'

export const namelessWalls: readonly Row[] = [
  {
    by: 'captcha',
    walls: [
      {
        html: page(
          'Security check',
          '<form><div class="g-recaptcha" data-sitekey="x"></div><input type="submit"></form>',
        ),
      },
      { html: page('One step', '<div class="h-captcha" data-sitekey="x"></div>') },
      { html: page('One step', '<div id="t" class="cf-turnstile"></div>') },
    ],
    innocents: [
      {
        html: page(
          'Contact',
          '<h1>Contact</h1><form><input name="name"><input type="email"><textarea></textarea><div class="g-recaptcha"></div></form>',
          '<script src="https://www.google.com/recaptcha/api.js"></script>',
        ),
      },
      { html: note('Hello.', '<script src="https://www.google.com/recaptcha/api.js?render=x"></script>') },
    ],
  },
  {
    by: 'bot check',
    walls: [
      { status: 503, html: page('Just a moment...', '<p>Checking your browser before accessing example.test</p>') },
      { html: page('Verify', '<p>Please confirm you are a human.</p><script src="/x.js"></script>') },
    ],
    innocents: [
      { html: note('Are you a robot? asked the child of the kite.') },
      { html: article('Just a moment... Checking your browser before accessing. Are you a robot?') },
    ],
  },
  {
    by: 'JavaScript cookie check',
    walls: [
      { html: page('', '<script>document.cookie="humans=1";document.location.reload(true)</script>') },
      { html: page('', '<script>document.cookie="k="+f();window.location.href="/kites?c=1"</script>Wait') },
    ],
    innocents: [
      { html: note(SENTENCE, '<script>document.cookie="seen=1";if(x)location.href="/m"</script>') },
      { html: page('Ida', '<p>I build kites.</p><script>document.cookie="seen=1"</script>') },
    ],
  },
  {
    by: 'sign-in page',
    walls: [
      {
        html: page(
          'Sign in',
          '<form><label>E-mail <input name="m"></label><label>Password <input type=password></label></form>',
        ),
      },
      {
        url: 'https://pro.example.test/authwall?trk=x',
        html: page(
          'Join',
          `<h1>Join to see</h1><p>${SENTENCE.repeat(6)}</p><form><input name="m"><input type="password"></form>`,
        ),
      },
    ],
    innocents: [
      { html: page('Kites', `<form><input type="password"></form><h1>Kites</h1><p>${SENTENCE.repeat(6)}</p>`) },
      { url: 'https://example.test/login', html: article('How to sign in.') },
      { html: note('Hello.', '<form hidden><input type="password"></form>') },
    ],
  },
  {
    by: 'consent page',
    walls: [
      {
        url: 'https://consent.video.test/m?continue=x',
        html: page('Before you continue', '<p>We use cookies.</p><form><button>Accept all</button></form>'),
      },
      { html: page('Before you continue to Video', '<p>We use cookies.</p><form><button>Accept all</button></form>') },
    ],
    innocents: [
      { html: note('Before you continue, tie the bridle.') },
      { html: note('Hello.', '<div class="cookie-banner">We use cookies.</div>') },
    ],
  },
]
