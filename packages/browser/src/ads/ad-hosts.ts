// Domains that serve ads or count visitors and nothing that a page needs to be read: compiled by ourselves, in alphabetical order.
// Left out are those that pages lean on for more than that, such as consent boxes, sign-in and the platforms' own buttons.

const domains = new Set(
  `
  2mdn.net 33across.com 3lift.com 4dex.io 6sc.co a-ads.com a-mo.net aaxads.com abtasty.com acuityplatform.com
  ad-delivery.net ad-score.com ad.gt ad.mail.ru ad4m.at ad6media.fr adalliance.io adalyser.com adblade.com
  adcolony.com addthis.com adextrem.com adform.net adfox.ru adgrx.com adhese.com adhigh.net adingo.jp
  adition.com adkernel.com adlightning.com adloox.com admantx.com admaster.com.cn admedo.com admicro.vn
  admixer.net adnami.io adnuntius.com adnxs-simple.com adnxs.com adocean.pl adotmob.com adpushup.com
  adriver.ru adroll.com ads-twitter.com ads.linkedin.com ads.pinterest.com ads.reddit.com ads.yahoo.com
  adsafeprotected.com adscale.de adserver.yahoo.com adservice.google.com adsnative.com adsrvr.org adstir.com
  adsymptotic.com adtarget.com.tr adtdp.com adtech.de adtelligent.com adthrive.com adtng.com adventori.com
  adxpremium.services adyoulike.com adzerk.net affec.tv agkn.com alb.reddit.com alcmpn.com alexametrics.com
  amazon-adsystem.com amplitude.com amung.us an.facebook.com an.yandex.ru analytics.google.com
  analytics.tiktok.com analytics.twitter.com analytics.yahoo.com aniview.com anyclip.com appboycdn.com
  appier.net appsflyer.com apsalar.com atdmt.com atemda.com atinternet-solutions.com audienceproject.com
  audrte.com bannerflow.com bannersnack.com basebanner.com bat.bing.com betrad.com bfmio.com bidr.io
  bidswitch.net bidtheatre.com bizible.com bizographics.com blismedia.com bluecava.com bluekai.com bombora.com
  bounceexchange.com brealtime.com browsiprod.com bs.yandex.ru bttrack.com buysellads.com buysellads.net
  c3tag.com carbonads.com carbonads.net casalemedia.com cdn.segment.com celtra.com chartbeat.com chartbeat.net
  cintnetworks.com clarity.ms clickagy.com clickcease.com clicktale.net clicky.com cloudflareinsights.com
  clrstm.com cnzz.com cognitivlabs.com coinhive.com collective-media.net company-target.com connatix.com
  connexity.net contentsquare.net contextweb.com conversantmedia.com convertexperiments.com convertro.com
  coremetrics.com cpmstar.com cpro.baidu.com cpx.to crazyegg.com creativecdn.com criteo.com criteo.net
  crsspxl.com crwdcntrl.net ct.pinterest.com ctnsnet.com cxense.com d41.co dable.io
  datadoghq-browser-agent.com dc-storm.com deepintent.com delivery.vidible.tv demandbase.com demdex.net
  deployads.com districtm.io dmtry.com domdex.com dotmetrics.net dotomi.com doubleclick.com doubleclick.net
  doubleverify.com dtscout.com dynamicyield.com e-planning.net effectivemeasure.net elasticad.net eloqua.com
  emetriq.de emxdgt.com en25.com engageya.com erne.co esm1.net etracker.com eum-appdynamics.com everestjs.net
  everesttech.net exelator.com exoclick.com exosrv.com exponential.com eyeota.net eyeviewads.com fastclick.net
  flashtalking.com flurry.com foresee.com fullstory.com fwmrm.net gammaplatform.com gemini.yahoo.com
  geo.yahoo.com getclicky.com giosg.com glassboxdigital.io go-mpulse.net google-analytics.com
  googleadservices.com googleadsserving.cn googleoptimize.com googlesyndication.com googletagmanager.com
  googletagservices.com grapeshot.co.uk gssprt.jp gumgum.com h12-media.com heapanalytics.com histats.com
  hm.baidu.com hotjar.com hotjar.io hs-analytics.net hsadspixel.net hybrid.ai i-mobile.co.jp id5-sync.com
  iivt.com imonomy.com impact-ad.jp impactradius-event.com improvedigital.com imrworldwide.com infolinks.com
  inmobi.com innovid.com insightexpressai.com inskinad.com inspectlet.com intentiq.com intentmedia.net
  intergi.com iperceptions.com ipredictive.com ispot.tv ixiaa.com jivox.com js-agent.newrelic.com
  js.hs-scripts.com juicyads.com justpremium.com kameleoon.eu kargo.com kissmetrics.com kissmetrics.io
  krux.net kruxdigital.com krxd.net liadm.com liftoff.io ligatus.com lijit.com liveintent.com liverail.com
  lkqd.net lngtd.com lockerdome.com logrocket.io loopme.me lotame.com lr-in-prod.com lr-ingest.io
  luckyorange.com luckyorange.net marinsm.com marketo.net mathtag.com mc.yandex.ru media.net media6degrees.com
  mediaplex.com mediawallahscript.com mgid.com microad.jp minutemedia-prebid.com mixpanel.com ml314.com
  moatads.com moatpixel.com mobileadtrading.com monetate.net mookie1.com mouseflow.com mparticle.com
  mpulse.soasta.com mxpnl.com mxptint.net myvisualiq.net narrativ.com nativo.com navdmp.com net-results.com
  netmng.com nexac.com nr-data.net nuggad.net omnitagjs.com omtrdc.net onaudience.com onclickads.net
  onetag-sys.com onthe.io openx.com openx.net opmnstr.com optmnstr.com optnmstr.com outbrain.com
  outbrainimg.com owneriq.net p-n.io padsquad.com parrable.com pbstck.com perfectaudience.com permutive.app
  permutive.com petametrics.com piano-analytics.io pixel.facebook.com pixel.wp.com plausible.io playground.xyz
  plista.com popads.net popcash.net popin.cc pos.baidu.com postrelease.com powerlinks.com prfct.co primis.tech
  propellerads.com pswec.com pub.network pubgalaxy.com pubgears.com publir.com pubmatic.com pubmine.com
  pubnation.com pubwise.io pulsepoint.com quantcast.com quantcount.com quantserve.com quantummetric.com
  quinstreet.com r2b2.cz rayjump.com realsrv.com rekmob.com resetdigital.co reson8.com responsetap.com
  retargeter.com revcontent.com revjet.com rfihub.com rfihub.net rhythmone.com richaudience.com
  richrelevance.com rlcdn.com rlets.com rqtrk.eu rtbhouse.com rtbhouse.net rtmark.net rubiconproject.com
  rudderlabs.com sascdn.com scarabresearch.com scorecardresearch.com sddan.com seedtag.com segment.io
  semasio.net servebom.com servedby-buysellads.com serving-sys.com sessioncam.com shareaholic.com
  sharethis.com sharethrough.com simpli.fi siteimproveanalytics.com siteimproveanalytics.io sitescout.com
  smaato.net smadex.com smartadserver.com smartclip.net smartlook.com smartology.co smartstream.tv
  smilewanted.com snap.licdn.com snigelweb.com socdm.com sojern.com sonobi.com spotx.tv spotxchange.com
  springserve.com stackadapt.com statcounter.com stats.wp.com steelhousemedia.com stickyadstv.com
  stroeerdigitalgroup.de strossle.com sundaysky.com survata.com taboola.com tapad.com tapinfluence.com
  taplytics.com tappx.com teads.tv tealiumiq.com telaria.com theadex.com tidaltv.com top-fwz1.mail.ru
  tr.snapchat.com track.hubspot.com trackcmp.net trackjs.com tradedoubler.com tradelab.fr trafficjunky.net
  trafficstars.com travelaudience.com tremorhub.com tribalfusion.com triplelift.com trueffect.com truoptik.com
  tubemogul.com turn.com tynt.com undertone.com unrulymedia.com userreport.com userzoom.com vdopia.com
  veinteractive.com vibrantmedia.com vidazoo.com videoamp.com viglink.com viralize.tv visualrevenue.com
  visualwebsiteoptimizer.com vntsm.com w55c.net weborama.com weborama.fr webtrends.com webtrendslive.com
  whizzco.com widespace.com wt-safetag.com wunderloop.net wzrkt.com xaxis.com xiti.com yadro.ru yieldbot.com
  yieldify.com yieldlab.net yieldlove.com yieldmanager.com yieldmo.com yieldoptimizer.com yldbt.com
  yldmgrimg.net zedo.com zemanta.com zeotap.com zergnet.com zqtk.net zucks.net
`
    .trim()
    .split(/\s+/),
)

/** True when `host` (lower case) is one of the domains, or lies below one. */
export function isAdHost(host: string): boolean {
  for (let rest = host; rest !== ''; ) {
    if (domains.has(rest)) return true
    const dot = rest.indexOf('.')
    rest = dot === -1 ? '' : rest.slice(dot + 1)
  }
  return false
}

/** What a render refuses to ask for, other than the page itself: who asks for an ad host's page gets it. */
export function adsBeside(pageUrl: string): (host: string) => boolean {
  const pageHost = URL.parse(pageUrl)?.hostname ?? ''
  return (host) => host !== pageHost && isAdHost(host)
}
