using S7OpcBridge.Commands;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Simulator;
using S7OpcBridge.Watch;

namespace S7OpcBridge.Tests;

/// <summary>Live values of PLCs that are asked by symbol: the CPU tells the types.</summary>
[CancelAfter(60_000)]
public sealed class SymbolWatchTests
{
    private static readonly SoftBlock Pack = new(
        "DB_Pack",
        10,
        [
            new("Count", "DInt"),
            new("Temps", "Array[0..2] of Int"),
            new("State.Running", "Bool"),
            new("State.Speed", "Real"),
            new("Motors[1..2].Speed", "Real"),
        ]
    )
    {
        Starts = [new("Count", "7")],
    };

    private static readonly SoftBlock Recipes = new("DB_Recipes", 11, [new("Active", "Int"), new("Mix.Water", "Real")]);

    private const string Tags = """
              - { name: Count, symbol: '"DB_Pack".Count' }
              - { name: Temps, symbol: '"DB_Pack".Temps' }
              - { name: State, symbol: '"DB_Pack".State' }
              - { name: Motors, symbol: '"DB_Pack".Motors' }
              - { name: Gone, symbol: '"DB_Pack".Gone' }
              - browse: '"DB_Recipes"'
        """;

    [Test]
    public async Task Alone_it_shows_values_arrays_structures_and_what_is_below_browse(CancellationToken cancellationToken)
    {
        await using var plant = new Plant();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var (lines, error) = (new LineWriter(), new StringWriter());
        var running = CommandLine.RunAsync(["watch", plant.Map], lines, error, stop.Token);
        HashSet<string> wanted =
        [
            "Packer/Count\t7\tGood",
            "Packer/Temps\t[0, 0, 0]\tGood",
            "Packer/State/Running\tfalse\tGood",
            "Packer/State/Speed\t0\tGood",
            "Packer/Motors[1]/Speed\t0\tGood",
            "Packer/Motors[2]/Speed\t0\tGood",
            "Packer/DB_Recipes/Active\t0\tGood",
            "Packer/DB_Recipes/Mix/Water\t0\tGood",
            "Packer/Gone\t-\tBadConfigurationError",
        ];
        while (wanted.Count > 0)
            wanted.Remove(await lines.NextAsync(wanted.Contains, cancellationToken));
        plant.Plc.Plus!.Set("\"DB_Pack\".Count", [0, 0, 1, 0]);
        Assert.That(
            await lines.NextAsync(static line => line.StartsWith("Packer/Count"), cancellationToken),
            Is.EqualTo("Packer/Count\t256\tGood")
        );

        plant.Plc.Plus.Download([
            Pack with
            {
                Symbols = [.. Pack.Symbols.Where(static symbol => symbol.Path != "Count"), new SoftSymbol("Count", "Real")],
            },
            Recipes,
        ]);
        plant.Plc.Plus.Set("\"DB_Pack\".Count", [0x40, 0xF0, 0, 0]);
        await lines.NextAsync(static line => line == "Packer/Count\t7.5\tGood", cancellationToken);
        await stop.CancelAsync();
        Assert.That(await running, Is.Zero);
    }

    [TestCase("State/Speed", "Packer/State/Speed\t0\tGood")]
    [TestCase("DB_Recipes/Mix", "Packer/DB_Recipes/Mix/Water\t0\tGood")]
    [TestCase("Motors[2]", "Packer/Motors[2]/Speed\t0\tGood")]
    [TestCase("*/Water", "Packer/DB_Recipes/Mix/Water\t0\tGood")]
    public async Task Names_choose_below_a_symbol_and_nothing_else_is_shown(
        string pattern,
        string line,
        CancellationToken cancellationToken
    )
    {
        await using var plant = new Plant();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var lines = new LineWriter();
        var running = CommandLine.RunAsync(["watch", plant.Map, pattern], lines, TextWriter.Null, stop.Token);
        Assert.That(await lines.NextAsync(static _ => true, cancellationToken), Is.EqualTo(line));
        await stop.CancelAsync();
        Assert.That(await running, Is.Zero);
    }

    [Test]
    public async Task A_name_that_the_CPU_does_not_have_is_told(CancellationToken cancellationToken)
    {
        await using var plant = new Plant();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var error = new LineWriter();
        var running = CommandLine.RunAsync(["watch", plant.Map, "DB_Recipes/Sugar"], TextWriter.Null, error, stop.Token);
        await error.NextAsync(static line => line.Contains("no tag fits, neither in the map nor in what the CPUs told"), cancellationToken);
        await stop.CancelAsync();
        await running;
        var shell = await Shell.RunAsync("watch", plant.Map, "Sugar");
        Assert.That(
            (shell.ExitCode, shell.Error),
            Is.EqualTo(
                (
                    1,
                    $"s7opcbridge: no tag of the map matches Sugar; write a name, a folder or a pattern such as '*/Speed'.{Environment.NewLine}"
                )
            )
        );
    }

    [Test]
    public async Task Beside_a_running_bridge_it_shows_what_the_CPU_told(CancellationToken cancellationToken)
    {
        await using var plant = new Plant();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var (output, error) = (new LineWriter(), new LineWriter());
        var bridge = CommandLine.RunAsync(["run", plant.Map], output, TextWriter.Null, stop.Token);
        await output.NextAsync(static line => line.Contains("Ctrl+C"), cancellationToken);
        var lines = new LineWriter();
        var running = CommandLine.RunAsync(["watch", plant.Map, "DB_Recipes", "State"], lines, error, stop.Token);
        await error.NextAsync(static line => line.Contains("Values of the running bridge"), cancellationToken);
        HashSet<string> wanted =
        [
            "Packer/State/Running\tfalse\tGood",
            "Packer/State/Speed\t0\tGood",
            "Packer/DB_Recipes/Active\t0\tGood",
            "Packer/DB_Recipes/Mix/Water\t0\tGood",
        ];
        while (wanted.Count > 0)
            wanted.Remove(await lines.NextAsync(wanted.Contains, cancellationToken));
        Assert.That(plant.Plc.Plus!.Sessions, Is.EqualTo(1));
        await stop.CancelAsync();
        await running;
        await bridge;
    }

    [Test]
    public void The_screen_follows_tags_that_come_and_go()
    {
        var map = new Core.TagMap
        {
            Plcs = [],
            ScanGroups = [],
            Tags = [],
        };
        var board = new WatchTable(map, [], TimeProvider.System);
        board.Apply(
            new WatchUpdate([new("Packer/State", "", StatusCodes.BadWaitingForInitialData)], [])
            {
                Tags = [new("Packer/State", "", ""), new("Packer/Count", "DInt", "rpm")],
            }
        );
        board.Apply(new WatchUpdate([new("Packer/Count", "5", StatusCodes.Good)], []));
        board.Apply(new WatchUpdate([], []) { Tags = [new("Packer/State/Speed", "Real", ""), new("Packer/Count", "DInt", "rpm")] });
        Assert.That(
            board.Rows.Select(static row => $"{row.Name} {row.Value} {row.Type}"),
            Is.EqualTo(new[] { "Packer/State/Speed  Real", "Packer/Count 5 DInt" })
        );
    }

    /// <summary>A soft PLC and a map that names its symbols without types.</summary>
    private sealed class Plant : IAsyncDisposable
    {
        private readonly MapText _map = new();

        public Plant()
        {
            Plc = new SoftPlc(
                new SoftPlcOptions
                {
                    Behavior = CpuBehaviors.S7_1500,
                    Plus = new SoftPlusOptions { Blocks = [Pack, Recipes] },
                },
                TimeProvider.System
            );
            Plc.Start();
            _map.With(
                "map.yaml",
                $$"""
                server: { anonymous: read, security: [None], endpoint: "opc.tcp://127.0.0.1:{{FreePort.Next()}}" }
                web: false
                plcs:
                  - name: Packer
                    host: 127.0.0.1
                    port: {{Plc.Port}}
                    profile: s7-1500
                    protocol: s7plus
                    scan: { normal: 100ms }
                    tags:
                {{Tags}}
                """
            );
        }

        public SoftPlc Plc { get; }

        public string Map => _map.PathOf("map.yaml");

        public async ValueTask DisposeAsync()
        {
            await Plc.DisposeAsync();
            _map.Dispose();
        }
    }
}
