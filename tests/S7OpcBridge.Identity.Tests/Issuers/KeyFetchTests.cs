using System.Net;
using System.Net.Sockets;
using System.Text;
using S7OpcBridge.Identity.Issuers;
using S7OpcBridge.Map;

namespace S7OpcBridge.Identity.Tests.Issuers;

/// <summary>Keys over HTTP from a web server on loopback.</summary>
[CancelAfter(30_000)]
internal sealed class KeyFetchTests
{
    private const string Keys = """{"keys":[]}""";

    [Test]
    public async Task Keys_are_found_by_the_discovery_document_of_the_issuer()
    {
        using var web = new TinyWeb();
        web.Pages["/realms/ot/.well-known/openid-configuration"] =
            $$"""{"issuer":"{{web.Url}}/realms/ot","jwks_uri":"{{web.Url}}/certs"}""";
        web.Pages["/certs"] = Keys;
        Assert.That(await KeyFetch.FetchAsync(new TokenIssuer($"{web.Url}/realms/ot"), Stop), Is.EqualTo(Keys));
        Assert.That(web.Asked, Is.EqualTo((string[])["/realms/ot/.well-known/openid-configuration", "/certs"]));
    }

    [Test]
    public async Task Keys_are_fetched_directly_where_the_map_gives_their_URL()
    {
        using var web = new TinyWeb();
        web.Pages["/keys.json"] = Keys;
        var issuer = new TokenIssuer("https://elsewhere.local") { KeysUrl = $"{web.Url}/keys.json" };
        Assert.That(await KeyFetch.FetchAsync(issuer, Stop), Is.EqualTo(Keys));
    }

    [TestCase("""{"issuer":"https://other","jwks_uri":"URL/certs"}""", "does not describe this issuer")]
    [TestCase("""{"jwks_uri":"URL/certs"}""", "does not describe this issuer")]
    [TestCase("""["URL"]""", "does not describe this issuer")]
    [TestCase("""{"issuer":"URL"}""", "names no keys")]
    [TestCase("""{"issuer":"URL","jwks_uri":"http://10.1.2.3/certs"}""", "names no keys")]
    [TestCase("""{"issuer":"URL","jwks_uri":"file:///etc/passwd"}""", "names no keys")]
    [TestCase("""{"issuer":"URL","jwks_uri":7}""", "names no keys")]
    [TestCase("""{"issuer":"URL""", "")]
    [TestCase("", "")]
    [TestCase("302 /certs", "302")]
    [TestCase("404", "404")]
    [TestCase("long", "")]
    public async Task A_discovery_document_that_is_wrong_brings_nothing(string page, string why)
    {
        using var web = new TinyWeb();
        web.Pages["/.well-known/openid-configuration"] = page == "long" ? new string(' ', 400_000) : page.Replace("URL", web.Url);
        web.Pages["/certs"] = Keys;
        var error = await Assert.ThrowsAsync<HttpRequestException>(() => KeyFetch.FetchAsync(new TokenIssuer(web.Url), Stop));
        Assert.That(error.Message, Does.Contain(why));
        Assert.That(web.Asked, Has.No.Member("/certs"));
    }

    private static CancellationToken Stop => TestContext.CurrentContext.CancellationToken;

    /// <summary>Answers one request per connection with what stands under its path.</summary>
    private sealed class TinyWeb : IDisposable
    {
        private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

        public TinyWeb()
        {
            _listener.Start();
            _ = ServeAsync();
        }

        public string Url => $"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}";

        public Dictionary<string, string> Pages { get; } = [];

        public List<string> Asked { get; } = [];

        public void Dispose() => _listener.Dispose();

        private async Task ServeAsync()
        {
            try
            {
                while (true)
                {
                    using var client = await _listener.AcceptTcpClientAsync();
                    await AnswerAsync(client.GetStream());
                }
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException or IOException)
            {
                // The test is over.
            }
        }

        private async Task AnswerAsync(NetworkStream stream)
        {
            using var reader = new StreamReader(stream, Encoding.ASCII, leaveOpen: true);
            var path = (await reader.ReadLineAsync())?.Split(' ')[1] ?? "";
            while (await reader.ReadLineAsync() is { Length: > 0 }) { }
            Asked.Add(path);
            var page = Pages.GetValueOrDefault(path, "404");
            var head = page switch
            {
                "404" => "HTTP/1.1 404 Not Found\r\n",
                _ when page.StartsWith("302 ", StringComparison.Ordinal) => $"HTTP/1.1 302 Found\r\nLocation: {Url}{page[4..]}\r\n",
                _ => "HTTP/1.1 200 OK\r\n",
            };
            await stream.WriteAsync(Encoding.UTF8.GetBytes($"{head}Connection: close\r\nContent-Length: {page.Length}\r\n\r\n{page}"));
        }
    }
}
