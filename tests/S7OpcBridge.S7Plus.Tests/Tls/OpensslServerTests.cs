using System.Text;
using S7OpcBridge.S7Plus.Opening;
using S7OpcBridge.S7Plus.Tests.Transport;
using S7OpcBridge.S7Plus.Transport;
using S7OpcBridge.Testing;

namespace S7OpcBridge.S7Plus.Tests.Tls;

/// <summary>Our client against openssl as the CPU: TLS, exporter and secrets are compared with openssl's own.</summary>
[CancelAfter(60_000)]
internal sealed class OpensslServerTests
{
    private string _folder = "";

    [SetUp]
    public void MakeFolder()
    {
        OpensslProgram.Need();
        _folder = Directory.CreateTempSubdirectory("plus-tls").FullName;
    }

    [TearDown]
    public void RemoveFolder()
    {
        if (_folder.Length > 0)
            Directory.Delete(_folder, recursive: true);
    }

    [TestCase("ec", 1017, false)]
    [TestCase("ec", 1, false)]
    [TestCase("rsa", 37, true)]
    [TestCase("rsa", 1017, true)]
    public async Task Openssl_takes_our_hello_exports_the_same_secret_and_understands_us(
        string kind,
        int cut,
        bool empty,
        CancellationToken cancellationToken
    )
    {
        var (server, port) = await StartAsync(kind, cancellationToken, "-groups", "X25519");
        await using var _ = server;
        await using var relay = CotpRelay.ToProgram(port, new CotpCut(cut, empty));
        var keyLog = new List<string>();
        await using var link = await PlusConnector.OpenAsync(Options(relay.Port, keyLog), TimeProvider.System, cancellationToken);

        var exported = (await server.HearAsync("Keying material:", cancellationToken)).Split(':')[1].Trim();
        Assert.That(Convert.ToHexString(link.ExporterSecret), Is.EqualTo(exported));
        await link.Duplex.SendAsync("from us\n"u8.ToArray(), cancellationToken);
        await server.HearAsync("from us", cancellationToken);
        await server.SayAsync("from openssl");
        Assert.That(await ReceiveLineAsync(link.Duplex, cancellationToken), Is.EqualTo("from openssl"));
        Assert.That(relay.Frames, Has.All.LessThanOrEqualTo(1024));
        var theirs = (await File.ReadAllLinesAsync(Path.Combine(_folder, "keys"), cancellationToken))
            .Where(line => !line.StartsWith('#'))
            .Select(line => line.ToUpperInvariant());
        Assert.That(keyLog.Select(line => line.ToUpperInvariant()), Is.EquivalentTo(theirs));
    }

    [Test]
    public async Task A_hello_retry_is_answered_when_the_server_wants_another_group(CancellationToken cancellationToken)
    {
        var (server, port) = await StartAsync("ec", cancellationToken, "-groups", "P-256");
        await using var _ = server;
        await using var relay = CotpRelay.ToProgram(port, new CotpCut());
        await using var link = await PlusConnector.OpenAsync(Options(relay.Port, []), TimeProvider.System, cancellationToken);

        var exported = (await server.HearAsync("Keying material:", cancellationToken)).Split(':')[1].Trim();
        Assert.That(Convert.ToHexString(link.ExporterSecret), Is.EqualTo(exported));
    }

    [TestCase("k")]
    [TestCase("K")]
    public async Task A_key_update_of_the_server_is_followed(string command, CancellationToken cancellationToken)
    {
        var (server, port) = await StartAsync("ec", cancellationToken);
        await using var _ = server;
        await using var relay = CotpRelay.ToProgram(port, new CotpCut());
        await using var link = await PlusConnector.OpenAsync(Options(relay.Port, []), TimeProvider.System, cancellationToken);
        await server.HearAsync("Keying material:", cancellationToken);

        await server.SayAsync("before the update");
        Assert.That(await ReceiveLineAsync(link.Duplex, cancellationToken), Is.EqualTo("before the update"));
        while (relay.Passed.Reader.TryRead(out var _))
        {
            // What came before the key update does not count.
        }

        // openssl takes the command only at the beginning of what it reads: the next line has to wait until it has acted on it.
        await server.SayAsync(command);
        await relay.Passed.Reader.ReadAsync(cancellationToken);
        await server.SayAsync("after the update");
        Assert.That(await ReceiveLineAsync(link.Duplex, cancellationToken), Is.EqualTo("after the update"));
        await link.Duplex.SendAsync("first answer\n"u8.ToArray(), cancellationToken);
        await server.HearAsync("first answer", cancellationToken);
        await link.Duplex.SendAsync("second answer\n"u8.ToArray(), cancellationToken);
        await server.HearAsync("second answer", cancellationToken);
    }

    [Test]
    public async Task A_server_without_TLS_1_3_is_refused_with_the_stage_and_what_is_needed(CancellationToken cancellationToken)
    {
        var (server, port) = await StartAsync("ec", cancellationToken, "-tls1_2");
        await using var _ = server;
        await using var relay = CotpRelay.ToProgram(port, new CotpCut());
        var failure = await Assert.ThrowsAsync<S7PlusLinkException>(() =>
            PlusConnector.OpenAsync(Options(relay.Port, []), TimeProvider.System, cancellationToken)
        );
        Assert.That(failure!.Stage, Is.EqualTo(S7PlusStage.Tls));
        Assert.That(failure.Message, Does.Contain("TLS 1.3").And.Contain("protocol_version"));
    }

    [Test]
    public async Task Ten_thousand_bytes_each_way_arrive_whole_in_records_that_fit_a_TPDU(CancellationToken cancellationToken)
    {
        var (server, port) = await StartAsync("ec", cancellationToken);
        await using var _ = server;
        await using var relay = CotpRelay.ToProgram(port, new CotpCut(700));
        await using var link = await PlusConnector.OpenAsync(Options(relay.Port, []), TimeProvider.System, cancellationToken);
        await server.HearAsync("Keying material:", cancellationToken);

        var line = new string('x', link.Duplex.MaxSend - 1) + "\n";
        for (var i = 0; i < 10; i++)
            await link.Duplex.SendAsync(Encoding.ASCII.GetBytes(line), cancellationToken);
        await link.Duplex.SendAsync("done\n"u8.ToArray(), cancellationToken);
        await server.HearAsync("done", cancellationToken);
        Assert.That(server.Said.Split('\n').Count(said => said.TrimEnd() == line.TrimEnd()), Is.EqualTo(10));
        Assert.That(relay.Frames.Max(), Is.EqualTo(1024));
        for (var i = 0; i < 5; i++)
            await server.SayAsync(new string((char)('a' + i), 2000));
        for (var i = 0; i < 5; i++)
            Assert.That(await ReceiveLineAsync(link.Duplex, cancellationToken), Is.EqualTo(new string((char)('a' + i), 2000)));
    }

    private static S7PlusConnectionOptions Options(int port, List<string> keyLog) =>
        new()
        {
            Host = "127.0.0.1",
            Port = port,
            Timeout = TimeSpan.FromSeconds(30),
            CertificateCheck = (_, _) => new ValueTask<S7PlusTrust>(S7PlusTrust.Yes),
            KeyLog = keyLog.Add,
        };

    private static async Task<string> ReceiveLineAsync(PlusDuplex duplex, CancellationToken cancellationToken)
    {
        var text = new StringBuilder();
        var one = new byte[1];
        while (await duplex.ReceiveAsync(one, cancellationToken) == 1 && one[0] != '\n')
            text.Append((char)one[0]);
        return text.ToString();
    }

    private async Task<(OpensslProgram Server, int Port)> StartAsync(string kind, CancellationToken cancellationToken, params string[] more)
    {
        string[] key = kind == "rsa" ? ["rsa:2048"] : ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
        await OpensslProgram.RunAsync([
            "req",
            "-x509",
            "-newkey",
            .. key,
            "-nodes",
            "-keyout",
            Path.Combine(_folder, "key"),
            "-out",
            Path.Combine(_folder, "cert"),
            "-days",
            "2",
            "-subj",
            "/CN=PLC",
        ]);
        var port = FreePort.Next();
        var version = more.Contains("-tls1_2") ? Array.Empty<string>() : ["-tls1_3"];
        var server = OpensslProgram.Start([
            "s_server",
            .. version,
            .. more,
            "-accept",
            $"127.0.0.1:{port}",
            "-naccept",
            "1",
            "-key",
            Path.Combine(_folder, "key"),
            "-cert",
            Path.Combine(_folder, "cert"),
            "-keymatexport",
            "EXPERIMENTAL_OMS",
            "-keymatexportlen",
            "32",
            "-keylogfile",
            Path.Combine(_folder, "keys"),
        ]);
        await server.HearAsync("ACCEPT", cancellationToken);
        return (server, port);
    }
}
