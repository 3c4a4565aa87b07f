using System.Net;
using System.Net.Http.Json;
using System.Net.Sockets;
using System.Text;
using S7OpcBridge.FirstStart;
using S7OpcBridge.Map;
using S7OpcBridge.Web.FirstStart;

namespace S7OpcBridge.Web.Tests;

/// <summary>The page of the first start over sockets: what it makes, and what it refuses.</summary>
[CancelAfter(60_000)]
public sealed class FirstStartPageTests
{
    private string _folder = null!;
    private FirstStartHost _host = null!;
    private HttpClient _client = null!;
    private Uri _listen = null!;

    private string MapPath => Path.Combine(_folder, "config", "bridge.yaml");

    private string UsersPath => Path.Combine(_folder, "config", "users.yaml");

    [SetUp]
    public async Task BeginAsync()
    {
        _folder = Directory.CreateTempSubdirectory("s7opcbridge-first-").FullName;
        _listen = new Uri($"http://127.0.0.1:{FreePort()}");
        var plant = new FirstPlant(MapPath, _listen);
        _host = await FirstStartHost.StartAsync(
            new FirstStartOptions
            {
                Listen = _listen,
                Map = MapPath,
                Version = "0.0.0",
                Write = plant.Write,
                ConsoleOf = plant.ConsoleOf,
            },
            TimeProvider.System,
            CancellationToken.None
        );
        _client = new HttpClient { BaseAddress = _listen };
    }

    [TearDown]
    public async Task EndAsync()
    {
        _client.Dispose();
        await _host.DisposeAsync();
        Directory.Delete(_folder, recursive: true);
    }

    [Test]
    public async Task The_right_code_makes_a_map_that_loads_and_an_administrator(CancellationToken cancellationToken)
    {
        var port = FreePort();
        using var answer = await SendAsync(Body(port: port, name: "Halle Ü: #1"), cancellationToken);
        Assert.That((int)answer.StatusCode, Is.EqualTo(200), await answer.Content.ReadAsStringAsync(cancellationToken));
        await _host.Done.WaitAsync(cancellationToken);
        var findings = new FindingList();
        var map = MapLoader.Load(MapPath, findings)!;
        Assert.That(findings.Sorted, Is.Empty);
        Assert.Multiple(() =>
        {
            Assert.That(map.Server.Name, Is.EqualTo("Halle Ü: #1"));
            Assert.That(map.Server.Endpoint.OriginalString, Is.EqualTo($"opc.tcp://localhost:{port}"));
            Assert.That(map.Server.Users.Single().Name, Is.EqualTo("anna"));
            Assert.That(map.Server.Users.Single().Roles, Does.Contain("SecurityAdmin").And.Contain("ConfigureAdmin"));
            Assert.That(map.Web.Listen, Is.EqualTo(new[] { _listen }));
            Assert.That(map.Tags.Plcs, Is.Empty);
        });
        if (!OperatingSystem.IsWindows())
            Assert.That(File.GetUnixFileMode(UsersPath), Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite));
        using var again = await SendAsync(Body(port: port), cancellationToken);
        Assert.That((int)again.StatusCode, Is.EqualTo(403), "the code has ended with its use");
    }

    [TestCase("short", 4840, "edge01", "password has 5 characters")]
    [TestCase("long enough", 0, "edge01", "port is a number")]
    [TestCase("long enough", 70000, "edge01", "port is a number")]
    [TestCase("long enough", 4840, "", "a name")]
    public async Task What_is_wrong_is_said_nothing_is_written_and_the_code_stays(
        string password,
        int port,
        string name,
        string sentence,
        CancellationToken cancellationToken
    )
    {
        using var answer = await SendAsync(Body(password: password, port: port, name: name), cancellationToken);
        Assert.That((int)answer.StatusCode, Is.EqualTo(409));
        Assert.That(await answer.Content.ReadAsStringAsync(cancellationToken), Does.Contain(sentence));
        Assert.That(Directory.Exists(Path.GetDirectoryName(MapPath)), Is.False);
        using var right = await SendAsync(Body(), cancellationToken);
        Assert.That((int)right.StatusCode, Is.EqualTo(200));
    }

    [Test]
    public async Task A_map_or_a_users_file_that_came_meanwhile_is_not_touched(CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(MapPath)!);
        foreach (var path in (string[])[UsersPath, MapPath])
        {
            await File.WriteAllTextAsync(path, "of somebody else", cancellationToken);
            using var answer = await SendAsync(Body(), cancellationToken);
            Assert.That((int)answer.StatusCode, Is.EqualTo(409));
            Assert.That(await File.ReadAllTextAsync(path, cancellationToken), Is.EqualTo("of somebody else"));
            Assert.That(Directory.GetFiles(Path.GetDirectoryName(path)!), Has.Length.EqualTo(1));
            File.Delete(path);
        }
    }

    [Test]
    public async Task A_port_in_use_is_told_before_anything_is_written(CancellationToken cancellationToken)
    {
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        using var answer = await SendAsync(Body(port: ((IPEndPoint)other.LocalEndpoint).Port), cancellationToken);
        Assert.That(await answer.Content.ReadAsStringAsync(cancellationToken), Does.Contain("in use by another program"));
        Assert.That(File.Exists(MapPath), Is.False);
    }

    [TestCase("evil.example")]
    [TestCase("127.0.0.1.evil.example")]
    [TestCase("bridge.local")]
    public async Task Another_name_that_leads_here_is_refused(string host, CancellationToken cancellationToken)
    {
        foreach (var method in (HttpMethod[])[HttpMethod.Get, HttpMethod.Post])
        {
            using var request = Request(method, Body(), $"http://{host}:{_listen.Port}");
            request.Headers.Host = $"{host}:{_listen.Port}";
            using var answer = await _client.SendAsync(request, cancellationToken);
            Assert.That((int)answer.StatusCode, Is.EqualTo(421));
        }
        Assert.That(File.Exists(MapPath), Is.False);
    }

    [Test]
    public async Task Another_site_a_form_or_a_long_body_does_nothing(CancellationToken cancellationToken)
    {
        foreach (
            var origin in (string?[])
                [null, "null", "http://evil.example", $"http://127.0.0.1:{_listen.Port}0", $"https://127.0.0.1:{_listen.Port}"]
        )
        {
            using var foreign = Request(HttpMethod.Post, Body(), origin);
            using var answer = await _client.SendAsync(foreign, cancellationToken);
            Assert.That((int)answer.StatusCode, Is.EqualTo(403), origin);
        }
        using var form = Request(HttpMethod.Post, Body(), _listen.GetLeftPart(UriPartial.Authority));
        form.Content = new StringContent("code=x", Encoding.UTF8, "application/x-www-form-urlencoded");
        using var refused = await _client.SendAsync(form, cancellationToken);
        Assert.That((int)refused.StatusCode, Is.EqualTo(415));
        foreach (var text in (string[])["{", "null", "{}", "[[[[[[[[[[]]]]]]]]]]", """{"no such":1}"""])
        {
            using var odd = Request(HttpMethod.Post, null, _listen.GetLeftPart(UriPartial.Authority));
            odd.Content = new StringContent(text, Encoding.UTF8, "application/json");
            using var answer = await _client.SendAsync(odd, cancellationToken);
            Assert.That((int)answer.StatusCode, Is.EqualTo(400), text);
        }
        using var tooLong = await SendAsync(Body(name: new string('a', 5000)), cancellationToken);
        Assert.That((int)tooLong.StatusCode, Is.EqualTo(413));
        Assert.That(File.Exists(MapPath), Is.False);
    }

    [TestCase("/api/overview")]
    [TestCase("/api/v1/session")]
    [TestCase("/metrics")]
    [TestCase("/livez")]
    [TestCase("/app.js")]
    [TestCase("/../bridge.yaml")]
    [TestCase("/%2e%2e/users.yaml")]
    public async Task Nothing_else_is_served(string path, CancellationToken cancellationToken)
    {
        using var answer = await _client.GetAsync(path, cancellationToken);
        Assert.That((int)answer.StatusCode, Is.EqualTo(404));
    }

    [Test]
    public async Task Plain_http_beyond_this_machine_is_refused()
    {
        var port = FreePort();
        await Assert.ThatAsync(
            () =>
                FirstStartHost.StartAsync(
                    new FirstStartOptions
                    {
                        Listen = new Uri($"http://0.0.0.0:{port}"),
                        Map = MapPath,
                        Version = "0.0.0",
                        Write = static _ => null,
                        ConsoleOf = static _ => "",
                    },
                    TimeProvider.System,
                    CancellationToken.None
                ),
            Throws.TypeOf<WebStartException>()
        );
    }

    [Test]
    public void A_page_for_other_machines_makes_a_map_with_https_and_the_name_by_which_it_was_opened()
    {
        var port = FreePort();
        var plant = new FirstPlant(MapPath, new Uri("https://0.0.0.0:8443"));
        var choices = new FirstStartChoices("edge01", port, IsOpen: true, HasConsole: false, "anna", "long enough", "192.0.2.7");
        Assert.That(plant.Write(choices), Is.Null);
        Assert.That(plant.ConsoleOf(choices), Is.EqualTo("https://192.0.2.7:8443/"));
        var findings = new FindingList();
        var map = MapLoader.Load(MapPath, findings)!;
        Assert.That(findings.Sorted, Is.Empty);
        Assert.That(map.Server.Advertise, Is.EqualTo(new[] { "192.0.2.7" }));
        Assert.That(map.Web.UsesOwnCertificate, Is.True);
        Assert.That(
            map.Web.Listen.Select(url => url.OriginalString),
            Is.EqualTo(new[] { "http://127.0.0.1:8080", "https://0.0.0.0:8443" })
        );
    }

    [Test]
    public void Only_where_nothing_lies_a_first_start_is_offered()
    {
        var place = Path.Combine(_folder, "place");
        Assert.That(EmptyPlace.Find(Path.Combine(place, "bridge.yaml")), Is.Null, "a folder that is not there is mistyped");
        Directory.CreateDirectory(place);
        Assert.That(EmptyPlace.Find(Path.Combine(place, "plant.yaml")), Is.EqualTo(Path.Combine(place, "plant.yaml")));
        Assert.That(EmptyPlace.Find(place), Is.EqualTo(Path.Combine(place, "bridge.yaml")), "an empty folder");
        if (!OperatingSystem.IsWindows())
        {
            File.CreateSymbolicLink(Path.Combine(place, "link.map"), Path.Combine(place, "nowhere"));
            Assert.That(EmptyPlace.Find(Path.Combine(place, "link.map")), Is.Null, "a link that leads nowhere yet");
        }
        File.WriteAllText(Path.Combine(place, "plant.yml"), "");
        Assert.That(EmptyPlace.Find(Path.Combine(place, "plnat.yml")), Is.Null, "mistyped");
        Assert.That(EmptyPlace.Find(Path.Combine(place, "plant.yml")), Is.Null, "a map");
        Assert.That(EmptyPlace.Find(Path.Combine(place, "plant.yml", "bridge.yaml")), Is.Null, "below a file");
    }

    private FirstStartBody Body(string name = "edge01", int? port = null, string password = "long enough") =>
        new(_host.Code, name, port ?? FreePort(), IsOpen: false, HasConsole: false, "anna", password);

    private Task<HttpResponseMessage> SendAsync(FirstStartBody body, CancellationToken cancellationToken) =>
        _client.SendAsync(Request(HttpMethod.Post, body, _listen.GetLeftPart(UriPartial.Authority)), cancellationToken);

    private HttpRequestMessage Request(HttpMethod method, FirstStartBody? body, string? origin)
    {
        var request = new HttpRequestMessage(method, new Uri(_listen, "/api/first"));
        if (method == HttpMethod.Post)
            request.Content = JsonContent.Create(body, FirstStartJson.Default.FirstStartBody!);
        if (origin is not null)
            request.Headers.Add("Origin", origin);
        return request;
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
