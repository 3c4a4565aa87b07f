using System.Collections.Immutable;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Core.Tests;

/// <summary>A soft PLC that is asked by symbol, the bridge's Core on it, a reader, and somebody who lets the map follow what the CPU tells.</summary>
internal sealed class SymbolPlant : IAsyncDisposable
{
    public static readonly SoftBlock Pack = new(
        "DB_Pack",
        10,
        [
            new("Count", "DInt"),
            new("Name", "String[20]"),
            new("Temps", "Array[0..9] of Int"),
            new("Bits", "Array[1..12] of Bool"),
            new("State.Running", "Bool"),
            new("State.Speed", "Real"),
            new("Motors[1..3].Speed", "Real"),
            new("Motors[1..3].On", "Bool"),
            new("Secret", "Int") { IsAccessible = false },
        ]
    );

    private readonly TagMap _compiled;
    private readonly SemaphoreSlim _told = new(0);
    private readonly CancellationTokenSource _stopping = new();
    private Task _reading = Task.CompletedTask,
        _following = Task.CompletedTask;

    public SymbolPlant(params (string Path, string Symbol, string? Type)[] tags)
        : this(static plc => plc, tags) { }

    public SymbolPlant(Func<PlcDefinition, PlcDefinition> change, params (string Path, string Symbol, string? Type)[] tags)
        : this(new SoftPlusOptions { Blocks = [Pack] }, change, tags) { }

    public SymbolPlant(
        SoftPlusOptions plus,
        Func<PlcDefinition, PlcDefinition> change,
        params (string Path, string Symbol, string? Type)[] tags
    )
    {
        Plc = new SoftPlc(new SoftPlcOptions { Behavior = CpuBehaviors.S7_1500, Plus = plus }, TimeProvider.System);
        Plc.Start();
        _compiled = Compile(Plc.Port, change, tags);
        Acquisition = new Acquisition(_compiled, TimeProvider.System, Log);
        Acquisition.SymbolsTold = _ => _told.Release();
    }

    public SoftPlc Plc { get; }

    public SoftPlus Plus => Plc.Plus!;

    public Acquisition Acquisition { get; }

    public ListLog Log { get; } = new();

    public SeenTags Seen { get; } = new();

    public void Run()
    {
        _reading = Seen.ReadAsync(Acquisition.Batches);
        _following = FollowAsync();
        Acquisition.Start();
    }

    /// <summary>The number that a tag has now; -1: there is none of that name.</summary>
    public int TagOf(string name) => Acquisition.Map.Listed.FirstOrDefault(tag => tag.Name == name)?.Id ?? -1;

    /// <summary>Waits until a tag has a good value, and gives it.</summary>
    public async Task<TagValue> GoodAsync(string name, CancellationToken cancellationToken)
    {
        await UntilAsync(() => TagOf(name) is >= 0 and var tag && Seen.QualityOf(tag) == TagQuality.Good, cancellationToken);
        return Seen.ValueOf(TagOf(name));
    }

    public async Task UntilAsync(Func<bool> holds, CancellationToken cancellationToken)
    {
        while (!holds())
        {
            if (_following.IsFaulted)
                await _following;
            Assert.That(
                cancellationToken.IsCancellationRequested,
                Is.False,
                () =>
                    $"It said:\n{string.Join('\n', Log.Lines.Select(line => line.Text))}\n{string.Join('\n', Acquisition.StatusOf(0).BadTags)}\n"
                    + string.Join(
                        '\n',
                        Acquisition.Map.Listed.Select(tag =>
                            $"{tag.Id} {tag.Name} {tag.Type} {Seen.QualityOf(tag.Id)} {Seen.ValueOf(tag.Id)}"
                        )
                    )
                    + $"\nbatches {Seen.BatchesOf(0)}"
            );
            await Task.WhenAny(Seen.Changed, Task.Delay(5, CancellationToken.None));
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        await _following.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await Acquisition.DisposeAsync();
        await _reading;
        await Plc.DisposeAsync();
    }

    private async Task FollowAsync()
    {
        while (true)
        {
            await _told.WaitAsync(_stopping.Token);
            var next = MapMigration.Create(
                Acquisition.Map,
                Acquisition.Concrete(_compiled),
                Acquisition.Map.Tags.Length,
                Acquisition.Map.ScanGroups.Length
            );
            if (!next.Before.Tags.SequenceEqual(next.After.Tags))
                await Acquisition.AdoptAsync(next, _stopping.Token);
        }
    }

    /// <summary>A compiled map of the same PLC with other tags.</summary>
    public static TagMap MapOf(params (string Path, string Symbol, string? Type)[] tags) => Compile(102, static plc => plc, tags);

    // A path that ends with a star is a folder for all below the symbol, one that begins with ~ is of a class that is polled once in ten minutes.
    private static TagMap Compile(int port, Func<PlcDefinition, PlcDefinition> change, (string Path, string Symbol, string? Type)[] named)
    {
        var plc = change(
            new PlcDefinition
            {
                Index = 0,
                Name = "Line1",
                Connection = new S7ConnectionOptions
                {
                    Host = "127.0.0.1",
                    Port = port,
                    MaxJobs = 1,
                    Timeout = TimeSpan.FromSeconds(20),
                },
                ReconnectFirst = TimeSpan.FromMilliseconds(20),
                ReconnectMax = TimeSpan.FromMilliseconds(100),
                S7Plus = new S7PlusSettings { Subscriptions = S7PlusSubscriptions.Off },
            }
        );
        var tags = ImmutableArray.CreateBuilder<Tag>();
        var entries = ImmutableArray.CreateBuilder<SymbolEntry>();
        foreach (var (path, symbol, type) in named)
        {
            S7DataType what = default;
            if (type is not null && !S7DataType.TryParse(type, out what, out var error))
                throw new ArgumentException(error);
            var details = new TagDetails { Symbol = symbol };
            var (name, group) = (path.Trim('*', '~'), path[0] == '~' ? 1 : 0);
            entries.Add(
                new SymbolEntry
                {
                    Plc = 0,
                    Path = name,
                    Symbol = symbol,
                    ScanGroup = group,
                    Type = what,
                    Access = TagAccess.ReadWrite,
                    Details = details,
                    IsBrowse = path.EndsWith('*'),
                }
            );
            if (!path.EndsWith('*'))
                tags.Add(
                    new Tag
                    {
                        Id = tags.Count,
                        Path = name,
                        Plc = 0,
                        ScanGroup = group,
                        Address = default,
                        Type = what,
                        Access = TagAccess.ReadWrite,
                        Details = details,
                    }
                );
        }
        return new TagMap
        {
            Plcs = [plc],
            ScanGroups =
            [
                new ScanGroup(0, 0, "normal", TimeSpan.FromMilliseconds(100)),
                new ScanGroup(1, 0, "slow", TimeSpan.FromMinutes(10)),
            ],
            Tags = tags.ToImmutable(),
            Symbols = entries.ToImmutable(),
        };
    }
}
