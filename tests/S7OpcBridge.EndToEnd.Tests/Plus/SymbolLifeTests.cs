using System.Buffers.Binary;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What happens to a PLC with S7CommPlus while clients are connected: downloads, lost links, passwords, other certificates.</summary>
[TestFixture, CancelAfter(240_000), Parallelizable]
internal sealed class SymbolLifeTests
{
    [Test]
    public async Task A_subscriber_stays_through_a_download_and_a_lost_link_with_a_classic_PLC_beside_it(
        CancellationToken cancellationToken
    )
    {
        await using var plc = PackPlc.Start();
        await using var classic = FieldPlc.Start(TimeSpan.FromMilliseconds(200));
        plc.Plus!.Set("\"DB_Pack\".Count", BigEndian(1));
        var beside = $$"""
              - name: Line1
                host: 127.0.0.1
                port: {{classic.Port}}
                scan: { fast: 50ms }
                tags:
                  - { name: Count, address: DB1.DBD0, type: DInt, scan: fast }
            """;
        await using var bridge = await Bridge.StartAsync(
            PackPlc.Map(
                plc.Port,
                "- { name: Count, symbol: '\"DB_Pack\".Count' }\n- { name: State, symbol: '\"DB_Pack\".State' }",
                others: beside
            ),
            cancellationToken
        );
        await using var client = await PlusClient.ConnectAsync(bridge, cancellationToken);
        await client.GoodAsync("Packer/Count", cancellationToken);
        await client.GoodAsync("Packer/State/Speed", cancellationToken);
        await using var subscriber = await Subscriber.SubscribeAsync(bridge.Endpoint, 50, cancellationToken, "Packer/Count", "Line1/Count");
        plc.Plus.Set("\"DB_Pack\".Count", BigEndian(2));
        await subscriber.NextAsync(0, value => value.Value.Bits == 2, cancellationToken);

        plc.Plus.Download([
            PackPlc.Pack with
            {
                Symbols =
                [
                    .. PackPlc.Pack.Symbols.Select(symbol => symbol.Path == "Count" ? new SoftSymbol("Count", "Real") : symbol),
                    new SoftSymbol("New", "Int"),
                ],
            },
            PackPlc.Recipes,
            PackPlc.Raw,
        ]);
        plc.Plus.Set("\"DB_Pack\".Count", BigEndian(BitConverter.SingleToInt32Bits(3.5f)));
        await client.UntilAsync("Packer/Count", static value => Equals(value.Value, Variant.From(3.5f)), cancellationToken);
        Assert.That(
            (NodeId)(await client.AttributeAsync("Packer/Count", AttributeId.DataType, cancellationToken)).Reference!,
            Is.EqualTo((NodeId)10u)
        );
        await subscriber.NextAsync(1, static value => value.Status.IsGood, cancellationToken);

        plc.Faults.CutPower();
        await client.UntilAsync("Packer/State/Speed", static value => value.Status.IsUncertain || value.Status.IsBad, cancellationToken);
        plc.Faults.GivePower();
        await client.GoodAsync("Packer/State/Speed", cancellationToken);
        Assert.That(subscriber.Ended, Is.Null);
        Assert.That(subscriber.NumbersOf(1), Is.Ordered, "the classic PLC went on");
        Assert.That(bridge.Program.Output, Does.Contain("the program in the CPU was changed"));
    }

    [Test]
    public async Task A_changed_certificate_is_refused_until_the_kept_one_is_removed(CancellationToken cancellationToken)
    {
        var port = Testing.FreePort.Next();
        var first = PackPlc.Start(port: port);
        await using var bridge = await Bridge.StartAsync(
            PackPlc.Map(port, "- { name: Count, symbol: '\"DB_Pack\".Count' }"),
            cancellationToken
        );
        await using var client = await PlusClient.ConnectAsync(bridge, cancellationToken);
        await client.GoodAsync("Packer/Count", cancellationToken);
        var list = await RunAsync(bridge, cancellationToken, "certs", "list", "--map", "map.yaml");
        Assert.That(list, Does.Contain("plcs/trusted:").And.Contain("Packer: "));
        await first.DisposeAsync();

        await using var second = PackPlc.Start(port: port);
        await client.UntilAsync(
            "Packer/_Status/LastError",
            static value => value.Value.Reference is string text && text.Contains("shows another certificate", StringComparison.Ordinal),
            cancellationToken
        );
        Assert.That((await client.ReadAsync("Packer/Count", cancellationToken)).Status.IsGood, Is.False);

        var kept = Directory
            .EnumerateFiles(bridge.Folder, "Packer.pem", SearchOption.AllDirectories)
            .Single(static path => path.Contains("trusted", StringComparison.Ordinal));
        using (var certificate = System.Security.Cryptography.X509Certificates.X509CertificateLoader.LoadCertificateFromFile(kept))
            Assert.That(
                await RunAsync(bridge, cancellationToken, "certs", "untrust", certificate.Thumbprint, "--map", "map.yaml"),
                Does.Contain("The certificate of Packer is deleted")
            );
        await client.GoodAsync("Packer/Count", cancellationToken);
    }

    [Test]
    public async Task A_wrong_password_says_so_and_the_right_one_lets_in(CancellationToken cancellationToken)
    {
        await using var plc = PackPlc.Start();
        (plc.Plus!.Access, plc.Plus.Password) = (SoftAccess.None, "right");
        await using var bridge = await Bridge.StartAsync(
            PackPlc.Map(plc.Port, "- { name: Count, symbol: '\"DB_Pack\".Count' }", "password: { file: packer.txt }"),
            cancellationToken,
            folder => WritePassword(folder, "wrong")
        );
        await using var client = await PlusClient.ConnectAsync(bridge, cancellationToken);
        await client.UntilAsync(
            "Packer/_Status/LastError",
            static value => value.Value.Reference is string text && text.Contains("password", StringComparison.Ordinal),
            cancellationToken
        );
        Assert.That((await client.ReadAsync("Packer/Count", cancellationToken)).Status.IsGood, Is.False);

        WritePassword(bridge.Folder, "right");
        await client.GoodAsync("Packer/Count", cancellationToken);
        Assert.That(bridge.Program.Output, Does.Not.Contain("right"));
    }

    private static void WritePassword(string folder, string password)
    {
        var file = Path.Combine(folder, "packer.txt");
        File.WriteAllText(file, password + "\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite);
    }

    private static async Task<string> RunAsync(Bridge bridge, CancellationToken cancellationToken, params string[] arguments)
    {
        await using var program = Bridge.Start(bridge.Folder, arguments);
        Assert.That(await program.ExitAsync(TimeSpan.FromSeconds(30), cancellationToken), Is.Zero, () => program.Output);
        return program.Output;
    }

    private static byte[] BigEndian(int value)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(bytes, value);
        return bytes;
    }
}
