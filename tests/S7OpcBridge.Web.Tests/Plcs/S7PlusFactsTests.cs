using System.Buffers;
using System.Text;
using System.Text.Json;
using S7OpcBridge.Simulator;
using S7OpcBridge.Web.Metrics;
using S7OpcBridge.Web.Page;
using S7OpcBridge.Web.Plcs;

namespace S7OpcBridge.Web.Tests;

/// <summary>What card, JSON and metrics tell of a PLC that is asked by symbol.</summary>
[CancelAfter(60_000)]
public sealed class S7PlusFactsTests
{
    private static readonly SoftBlock Pack = new(
        "DB_Pack",
        10,
        [new("Count", "DInt"), new("Temps", "Array[0..9] of Int"), new("State.Running", "Bool"), new("State.Speed", "Real")]
    );

    [TestCase("1;6ES7 512-1DM03-0AB0;V4.1", "new", "6ES7 512-1DM03-0AB0, V4.1")]
    [TestCase("1;6ES7 212-1AE40-0XB0;V4.5", "old", "6ES7 212-1AE40-0XB0, V4.5")]
    public async Task Card_and_metrics_tell_TLS_password_certificate_symbols_subscriptions_downloads_and_the_last_browse(
        string cpu,
        string form,
        string model,
        CancellationToken cancellationToken
    )
    {
        await using var soft = Start(new SoftPlusOptions { Cpu = cpu, Blocks = [Pack] });
        (soft.Plus!.Access, soft.Plus.Password) = (SoftAccess.None, "Mohnkuchen");
        using var password = new PasswordFile("Mohnkuchen");
        await using var plant = await ShownPlant.StartAsync(
            Map(soft, $"password: {{ file: \"{password.Path}\" }}, subscriptions: on"),
            cancellationToken
        );
        var plus = (
            await ShownPlant.UntilAsync(
                () => CardOf(plant),
                static card => card.S7Plus is { SubscribedItems: 3, Subscriptions: 1 },
                cancellationToken
            )
        ).S7Plus!;
        Assert.That((plus.Model, plus.Tls, plus.CipherSuite, plus.Password), Is.EqualTo((model, "1.3", "TLS_AES_256_GCM_SHA384", form)));
        Assert.That(plus.Thumbprint, Does.Match("^[0-9A-F]{64}$"));
        Assert.That(
            plus.CertificateDaysLeft,
            Is.EqualTo((int)Math.Floor((plus.CertificateEnds - TimeProvider.System.GetUtcNow()).TotalDays)).Within(1).And.GreaterThan(0)
        );
        Assert.That(
            (plus.Symbols, plus.MissingSymbols, plus.PolledItems, plus.RefusedSubscriptions, plus.Downloads, plus.BrowseBlocks),
            Is.EqualTo((3, 1, 0, 0L, 0L, 1))
        );
        Assert.That((plus.BrowseMs > 0, plus.BrowseBytes > 100, plus.BrowseAgeMs >= 0), Is.EqualTo((true, true, true)));
        Assert.That(
            JsonSerializer.Serialize(Overview.From(plant.View), StatusJson.Default.Overview),
            Does.Contain("\"s7Plus\":{\"model\":\"" + model).And.Not.Contain("Mohnkuchen")
        );

        soft.Plus.Download([Pack with { Symbols = [new SoftSymbol("First", "Int"), .. Pack.Symbols] }]);
        await ShownPlant.UntilAsync(
            () => CardOf(plant),
            static card => card.S7Plus is { SubscribedItems: 3, Downloads: 1 },
            cancellationToken
        );

        var figures = FiguresOf(plant);
        using (Assert.EnterMultipleScope())
        {
            Assert.That(figures["s7opcbridge_s7plus_tls_version{plc=\"Packer\",cipher_suite=\"TLS_AES_256_GCM_SHA384\"}"], Is.EqualTo(1.3));
            Assert.That(figures[$"s7opcbridge_s7plus_password{{plc=\"Packer\",form=\"{form}\"}}"], Is.EqualTo(1));
            Assert.That(
                figures[$"s7opcbridge_s7plus_certificate_expiry_timestamp_seconds{{plc=\"Packer\",thumbprint=\"{plus.Thumbprint}\"}}"],
                Is.EqualTo(plus.CertificateEnds.ToUnixTimeSeconds())
            );
            Assert.That(figures["s7opcbridge_s7plus_symbols{plc=\"Packer\",state=\"found\"}"], Is.EqualTo(3));
            Assert.That(figures["s7opcbridge_s7plus_symbols{plc=\"Packer\",state=\"missing\"}"], Is.EqualTo(1));
            Assert.That(figures["s7opcbridge_s7plus_items{plc=\"Packer\",how=\"subscribed\"}"], Is.EqualTo(3));
            Assert.That(figures["s7opcbridge_s7plus_items{plc=\"Packer\",how=\"polled\"}"], Is.Zero);
            Assert.That(figures["s7opcbridge_s7plus_subscriptions{plc=\"Packer\"}"], Is.EqualTo(1));
            Assert.That(figures["s7opcbridge_s7plus_downloads_total{plc=\"Packer\"}"], Is.EqualTo(1));
            Assert.That(figures["s7opcbridge_s7plus_browse_blocks{plc=\"Packer\"}"], Is.EqualTo(1));
            Assert.That(figures["s7opcbridge_plc_received_bytes_total{plc=\"Packer\"}"], Is.GreaterThan(500));
        }
    }

    [Test]
    public async Task A_CPU_that_refuses_subscriptions_is_polled_and_says_so(CancellationToken cancellationToken)
    {
        await using var soft = Start(new SoftPlusOptions { MaxSubscriptions = 0, Blocks = [Pack] });
        await using var plant = await ShownPlant.StartAsync(Map(soft, "subscriptions: on"), cancellationToken);
        var plus = (
            await ShownPlant.UntilAsync(() => CardOf(plant), static card => card.S7Plus is { RefusedSubscriptions: > 0 }, cancellationToken)
        ).S7Plus!;
        Assert.That((plus.Password, plus.Subscriptions, plus.SubscribedItems, plus.PolledItems), Is.EqualTo(("none", 0, 0, 3)));
        Assert.That(FiguresOf(plant)["s7opcbridge_s7plus_subscriptions_refused_total{plc=\"Packer\"}"], Is.Positive);
    }

    [Test]
    public async Task A_PLC_of_classic_S7_has_no_such_facts(CancellationToken cancellationToken)
    {
        await using var plant = await ShownPlant.StartAsync(
            "  - { name: Line1, simulate: true, profile: s7-1500, tags: [{ name: A, address: DB1.DBW0, type: Int }] }",
            cancellationToken
        );
        var card = await ShownPlant.UntilAsync(() => CardOf(plant), static card => card.State == "Running", cancellationToken);
        Assert.That(card.S7Plus, Is.Null);
        Assert.That(FiguresOf(plant).Series, Has.None.StartsWith("s7opcbridge_s7plus"));
    }

    private static PlcCard CardOf(ShownPlant plant) => Overview.From(plant.View).Plcs[0];

    private static Exposition FiguresOf(ShownPlant plant)
    {
        var bytes = new ArrayBufferWriter<byte>();
        var text = new PrometheusText(bytes);
        foreach (var metric in MetricCatalogue.All)
            text.Write(metric, plant.View);
        return Exposition.Parse(Encoding.UTF8.GetString(bytes.WrittenSpan));
    }

    private static SoftPlc Start(SoftPlusOptions plus)
    {
        var soft = new SoftPlc(new SoftPlcOptions { Behavior = CpuBehaviors.S7_1500, Plus = plus }, TimeProvider.System);
        soft.Start();
        return soft;
    }

    private static string Map(SoftPlc soft, string keys) =>
        $$"""
              - name: Packer
                host: 127.0.0.1
                port: {{soft.Port}}
                profile: s7-1500
                protocol: s7plus
                {{keys.Replace(", sub", "\n    sub")}}
                scan: { normal: 100ms }
                tags:
                  - { name: Count, symbol: '"DB_Pack".Count', type: DInt }
                  - { name: Temps, symbol: '"DB_Pack".Temps', type: "Array[0..9] of Int" }
                  - { name: Running, symbol: '"DB_Pack".State.Running', type: Bool }
                  - { name: Gone, symbol: '"DB_Pack".Gone', type: Int }
            """;

    /// <summary>A file that only its owner reads.</summary>
    private sealed class PasswordFile : IDisposable
    {
        public PasswordFile(string password)
        {
            File.WriteAllText(Path, password);
            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(Path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }

        public string Path { get; } = System.IO.Path.GetTempFileName();

        public void Dispose() => File.Delete(Path);
    }
}
