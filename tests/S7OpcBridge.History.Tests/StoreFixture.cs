using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Tests;

/// <summary>A folder for a store, deleted after each test, and what tests ask of a store.</summary>
internal abstract class StoreFixture
{
    /// <summary>The time at which the tests' clock stands at first.</summary>
    protected static readonly long Start = UaTime.Now(new StandingClock());

    protected StandingClock Clock { get; private set; } = new();

    protected string Folder { get; private set; } = "";

    protected static long Second => TimeSpan.TicksPerSecond;

    [SetUp]
    public void MakeFolder()
    {
        Clock = new();
        Folder = Directory.CreateTempSubdirectory("s7opcbridge-history-").FullName;
    }

    [TearDown]
    public void DeleteFolder() => Directory.Delete(Folder, recursive: true);

    protected Task<HistoryStore> OpenAsync(Func<HistoryOptions, HistoryOptions>? with = null, ILogger? log = null)
    {
        var options = new HistoryOptions { Folder = Folder };
        return HistoryStore.OpenAsync(with?.Invoke(options) ?? options, Clock, log ?? NullLogger.Instance, CancellationToken.None);
    }

    /// <summary>Reads everything of a range, some values at a time.</summary>
    protected static async Task<List<DataValue>> AllAsync(
        HistoryStore store,
        string key,
        HistoryRange? range = null,
        int page = 1000,
        int maxBytes = int.MaxValue
    )
    {
        var all = new List<DataValue>();
        HistoryPosition? after = null;
        do
        {
            var read = await store.ReadAsync(key, range ?? new(0, long.MaxValue), after, page, maxBytes, CancellationToken.None);
            Assert.That(read.Values, Has.Count.LessThanOrEqualTo(page));
            if (read.Next is not null)
                Assert.That(read.Values, Is.Not.Empty, "an empty page goes nowhere");
            all.AddRange(read.Values);
            after = read.Next;
        } while (after is not null);
        return all;
    }

    /// <summary>Values as text: seconds after the start, and the number or the status.</summary>
    protected static IEnumerable<string> Shown(IEnumerable<DataValue> values) =>
        values.Select(v =>
            $"{(v.SourceTime - Start) / (double)Second}:{(v.Status.IsBad ? StatusCodes.NameOf(v.Status) : v.Value.Reference ?? v.Value.Bits)}"
        );

    /// <summary>A clock that a test sets, forwards or back.</summary>
    protected sealed class StandingClock : TimeProvider
    {
        private long _ticks = new DateTime(2026, 11, 20, 12, 0, 0, DateTimeKind.Utc).Ticks;

        public void Move(TimeSpan by) => Interlocked.Add(ref _ticks, by.Ticks);

        public override DateTimeOffset GetUtcNow() => new(Interlocked.Read(ref _ticks), TimeSpan.Zero);
    }
}
