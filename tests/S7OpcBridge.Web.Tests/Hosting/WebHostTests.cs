using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;
using S7OpcBridge.Web.Connections;

namespace S7OpcBridge.Web.Tests;

/// <summary>What can go wrong before a page is served, and certificates.</summary>
[CancelAfter(60_000)]
public sealed class WebHostTests
{
    [Test]
    public async Task An_address_in_use_is_one_sentence_and_exit_code_1()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var url = $"http://127.0.0.1:{((IPEndPoint)taken.LocalEndpoint).Port}";
        using var map = new MapText().With(
            "map.yaml",
            $$"""
            server: { anonymous: read, security: [None], endpoint: "opc.tcp://127.0.0.1:{{FreePort.Next()}}" }
            web: { listen: {{url}} }
            plcs: [ { name: Line1, host: 127.0.0.1, profile: s7-1500, simulate: true, tags: [ { name: A, address: MW0, type: Int } ] } ]
            """
        );
        var shell = await Shell.RunAsync("run", map.PathOf("map.yaml"));
        Assert.That((shell.ExitCode, shell.Output), Is.EqualTo((1, "")));
        Assert.That(shell.Error.Trim().Split('\n'), Has.Length.EqualTo(1));
        Assert.That(
            shell.Error,
            Does.StartWith($"s7opcbridge: health, metrics and status page cannot be served at {url}: the port is in use; ")
        );
    }

    [Test]
    public async Task An_address_that_nobody_asked_for_is_no_reason_not_to_bridge(CancellationToken cancellationToken)
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var settings = new WebSettings { Listen = [new($"http://127.0.0.1:{((IPEndPoint)taken.LocalEndpoint).Port}")] };
        Assert.That(await StartAsync(settings, TimeProvider.System, cancellationToken), Is.Null);
        Assert.That(
            async () => await StartAsync(settings with { IsAskedFor = true }, TimeProvider.System, cancellationToken),
            Throws.TypeOf<WebStartException>()
        );
    }

    [Test]
    public void An_address_of_another_machine_says_so(CancellationToken cancellationToken)
    {
        var settings = new WebSettings { Listen = [new($"http://192.0.2.1:{FreePort.Next()}")], IsAskedFor = true };
        Assert.That(
            async () => await StartAsync(settings, TimeProvider.System, cancellationToken),
            Throws.TypeOf<WebStartException>().With.Message.Contains("this machine has no such address")
        );
    }

    [Test]
    public async Task A_renewed_certificate_is_shown_without_a_restart_and_a_broken_one_is_not(CancellationToken cancellationToken)
    {
        using var folder = new MapText();
        var (path, clock) = (folder.PathOf("web.pem"), new ManualClock());
        await WriteAsync(path, "CN=first", DateTime.UnixEpoch, cancellationToken);
        var settings = new WebSettings
        {
            Listen = [new($"https://127.0.0.1:{FreePort.Next()}")],
            Certificate = path,
            IsAskedFor = true,
        };
        await using var host = await StartAsync(settings, clock, cancellationToken);
        Assert.That(await ShownAsync(settings.Listen[0], cancellationToken), Is.EqualTo("CN=first"));

        await File.WriteAllTextAsync(path, "not a certificate", cancellationToken);
        clock.Advance(TimeSpan.FromSeconds(11));
        Assert.That(await ShownAsync(settings.Listen[0], cancellationToken), Is.EqualTo("CN=first"));
        await WriteAsync(path, "CN=second", DateTime.UnixEpoch.AddDays(1), cancellationToken);
        clock.Advance(TimeSpan.FromSeconds(11));
        Assert.That(await ShownAsync(settings.Listen[0], cancellationToken), Is.EqualTo("CN=second"));
    }

    [Test, Platform(Exclude = "Win")]
    public async Task A_certificate_renewed_as_in_a_Kubernetes_secret_is_shown(CancellationToken cancellationToken)
    {
        using var folder = new MapText();
        var (path, data, clock) = (folder.PathOf("web.pem"), folder.PathOf("..data"), new ManualClock());
        foreach (var name in (string[])["first", "second"])
        {
            Directory.CreateDirectory(folder.PathOf(name));
            await WriteAsync(
                Path.Combine(folder.PathOf(name), "web.pem"),
                $"CN={name}",
                DateTime.UnixEpoch.AddDays(name.Length),
                cancellationToken
            );
        }
        Directory.CreateSymbolicLink(data, "first");
        File.CreateSymbolicLink(path, Path.Combine("..data", "web.pem"));
        var settings = new WebSettings
        {
            Listen = [new($"https://127.0.0.1:{FreePort.Next()}")],
            Certificate = path,
            IsAskedFor = true,
        };
        await using var host = await StartAsync(settings, clock, cancellationToken);
        Assert.That(await ShownAsync(settings.Listen[0], cancellationToken), Is.EqualTo("CN=first"));

        Directory.Delete(data);
        Directory.CreateSymbolicLink(data, "second");
        clock.Advance(TimeSpan.FromSeconds(11));
        Assert.That(await ShownAsync(settings.Listen[0], cancellationToken), Is.EqualTo("CN=second"));
    }

    [Test]
    public async Task Connections_are_counted_over_all_addresses_together(CancellationToken cancellationToken)
    {
        const int doors = 3;
        var settings = new WebSettings
        {
            Listen = [.. Enumerable.Range(0, doors).Select(_ => new Uri($"http://127.0.0.1:{FreePort.Next()}"))],
            IsAskedFor = true,
        };
        await using var host = await StartAsync(settings, TimeProvider.System, cancellationToken);
        var callers = new List<TcpClient>();
        try
        {
            // One of each address in turn: none has more than a third of them.
            for (var i = 0; i <= WebHost.MostConnections; i++)
            {
                callers.Add(new TcpClient());
                await callers[i].ConnectAsync(IPAddress.Loopback, settings.Listen[i % doors].Port, cancellationToken);
                await callers[i].Client.SendAsync("GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"u8.ToArray(), cancellationToken);
                Assert.That(
                    await callers[i].Client.ReceiveAsync(new byte[10_000], cancellationToken),
                    Is.GreaterThan(0),
                    "the last one, too, is answered"
                );
            }
            var first = await Task.WhenAny(callers.Select(caller => caller.Client.ReceiveAsync(new byte[1], cancellationToken).AsTask()));
            Assert.That(first.IsFaulted || await first == 0, Is.True, "one gives way");
        }
        finally
        {
            callers.ForEach(caller => caller.Dispose());
        }
    }

    [Test]
    public async Task Any_number_of_connections_that_say_nothing_keep_no_request_out(CancellationToken cancellationToken)
    {
        var settings = new WebSettings { Listen = [new($"http://127.0.0.1:{FreePort.Next()}")], IsAskedFor = true };
        await using var host = await StartAsync(settings, TimeProvider.System, cancellationToken);
        using var browser = new HttpClient();
        var callers = new List<TcpClient>();
        try
        {
            for (var i = 0; i < 2 * WebArrivals.Most; i++)
            {
                callers.Add(new TcpClient());
                await callers[i].ConnectAsync(IPAddress.Loopback, settings.Listen[0].Port, cancellationToken);
                await callers[i].Client.SendAsync("GET /li"u8.ToArray(), cancellationToken);
                if (i % 50 == 49)
                    Assert.That(
                        (await browser.GetAsync(new Uri(settings.Listen[0], "/nothing"), cancellationToken)).StatusCode,
                        Is.EqualTo(HttpStatusCode.NotFound)
                    );
            }
        }
        finally
        {
            callers.ForEach(caller => caller.Dispose());
        }
    }

    [Test]
    public async Task The_chain_behind_the_certificate_is_sent_so_that_a_browser_that_knows_the_root_alone_finds_its_way(
        CancellationToken cancellationToken
    )
    {
        using var folder = new MapText();
        var (path, now) = (folder.PathOf("web.pem"), TimeProvider.System.GetUtcNow());
        using var rootKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var root = AuthorityRequest("CN=Plant root", rootKey).CreateSelfSigned(now.AddDays(-1), now.AddDays(2));
        using var issuingKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var issuing = AuthorityRequest("CN=Plant issuing", issuingKey)
            .Create(root, now.AddDays(-1), now.AddDays(1), [1])
            .CopyWithPrivateKey(issuingKey);
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var leaf = new CertificateRequest("CN=bridge", key, HashAlgorithmName.SHA256).Create(
            issuing,
            now.AddDays(-1),
            now.AddHours(20),
            [2]
        );
        await File.WriteAllTextAsync(
            path,
            $"{leaf.ExportCertificatePem()}\n{issuing.ExportCertificatePem()}\n{key.ExportPkcs8PrivateKeyPem()}\n",
            cancellationToken
        );
        var settings = new WebSettings
        {
            Listen = [new($"https://127.0.0.1:{FreePort.Next()}")],
            Certificate = path,
            IsAskedFor = true,
        };
        await using var host = await StartAsync(settings, TimeProvider.System, cancellationToken);

        Assert.That(await ShownAsync(settings.Listen[0], cancellationToken), Is.EqualTo("CN=bridge < CN=Plant issuing"));
    }

    [Test]
    public void A_certificate_that_cannot_be_used_is_named(CancellationToken cancellationToken)
    {
        using var folder = new MapText();
        var settings = new WebSettings
        {
            Listen = [new($"https://127.0.0.1:{FreePort.Next()}")],
            Certificate = folder.PathOf("none.pem"),
            IsAskedFor = true,
        };
        Assert.That(
            async () => await StartAsync(settings, TimeProvider.System, cancellationToken),
            Throws.TypeOf<WebStartException>().With.Message.Contains("none.pem")
        );
    }

    [Test]
    public async Task The_servers_own_certificate_is_shown_and_its_renewal_at_once(CancellationToken cancellationToken)
    {
        var own = Own("CN=first");
        var settings = new WebSettings
        {
            Listen = [new($"https://127.0.0.1:{FreePort.Next()}")],
            UsesOwnCertificate = true,
            IsAskedFor = true,
        };
        var view = NoBridge.View(TimeProvider.System) with { OwnCertificate = () => own };
        await using var host = await WebHost.StartAsync(
            settings,
            view,
            new BridgeCommands(),
            NullLoggerFactory.Instance,
            cancellationToken
        );
        Assert.That(await ShownAsync(settings.Listen[0], cancellationToken), Is.EqualTo("CN=first"));
        own = Own("CN=second");
        Assert.That(await ShownAsync(settings.Listen[0], cancellationToken), Is.EqualTo("CN=second"));

        static OwnCertificate Own(string name)
        {
            using var key = RSA.Create(2048);
            var request = new CertificateRequest(name, key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
            return new OwnCertificate(
                request.CreateSelfSigned(TimeProvider.System.GetUtcNow().AddDays(-1), TimeProvider.System.GetUtcNow().AddDays(1))
            );
        }
    }

    [TestCase(-1, "warning: the certificate for https, {file}, ended on ", 0)]
    [TestCase(1, "", 0)]
    [TestCase(null, "error: the certificate for https cannot be used: {file}: ", 1)]
    public async Task Validate_looks_at_the_files_of_the_page(int? days, string told, int exitCode)
    {
        using var folder = new MapText().With(
            "map.yaml",
            MapText.WithTags("- { name: A, address: MW0, type: Int }") + "web: { listen: https://127.0.0.1:8443, certificate: web.pem }\n"
        );
        if (days is { } ends)
        {
            using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
            var now = TimeProvider.System.GetUtcNow();
            using var certificate = new CertificateRequest("CN=page", key, HashAlgorithmName.SHA256).CreateSelfSigned(
                now.AddDays(-9),
                now.AddDays(ends)
            );
            folder.With("web.pem", certificate.ExportCertificatePem() + "\n" + key.ExportPkcs8PrivateKeyPem() + "\n");
        }
        var shell = await Shell.RunAsync("validate", folder.PathOf("map.yaml"));
        Assert.That(shell.ExitCode, Is.EqualTo(exitCode), shell.Error);
        Assert.That(
            shell.Error,
            told.Length == 0
                ? Is.Empty
                : Does.StartWith($"{folder.PathOf("map.yaml")}:1:1: " + told.Replace("{file}", folder.PathOf("web.pem")))
        );
    }

    private static Task<WebHost?> StartAsync(WebSettings settings, TimeProvider time, CancellationToken cancellationToken) =>
        WebHost.StartAsync(settings, NoBridge.View(time), new BridgeCommands(), NullLoggerFactory.Instance, cancellationToken);

    private static async Task WriteAsync(string path, string name, DateTime written, CancellationToken cancellationToken)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest(name, key, HashAlgorithmName.SHA256);
        using var certificate = request.CreateSelfSigned(
            TimeProvider.System.GetUtcNow().AddDays(-1),
            TimeProvider.System.GetUtcNow().AddDays(1)
        );
        await File.WriteAllTextAsync(
            path,
            certificate.ExportCertificatePem() + "\n" + key.ExportPkcs8PrivateKeyPem() + "\n",
            cancellationToken
        );
        File.SetLastWriteTimeUtc(path, written);
    }

    private static CertificateRequest AuthorityRequest(string name, ECDsa key)
    {
        var request = new CertificateRequest(name, key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(
            new X509BasicConstraintsExtension(certificateAuthority: true, hasPathLengthConstraint: false, 0, critical: true)
        );
        return request;
    }

    /// <summary>The certificates that the server sends, from its own on.</summary>
    private static async Task<string> ShownAsync(Uri url, CancellationToken cancellationToken)
    {
        var shown = "";
        using var browser = new HttpClient(
            new SocketsHttpHandler
            {
                SslOptions = new()
                {
                    RemoteCertificateValidationCallback = (_, certificate, chain, _) =>
                    {
                        // What came with it beside it; the machine's own stores know none of them.
                        shown = string.Join(
                            " < ",
                            chain!.ChainPolicy.ExtraStore.Select(each => each.Subject).Prepend(certificate!.Subject).Distinct()
                        );
                        return true;
                    },
                },
            }
        );
        using var answer = await browser.GetAsync(new Uri(url, "/nowhere"), cancellationToken);
        return shown;
    }
}
