using System.Buffers.Binary;

namespace S7OpcBridge.OpcUa.Server.Tests.History;

/// <summary>A source of history in memory: a list per variable, in the order in which values were recorded. A position is an index.</summary>
internal sealed class MemoryHistory
{
    private readonly Dictionary<int, List<DataValue>> _values = [];

    /// <summary>Events, in the order of their times.</summary>
    public List<RecordedEvent> Events { get; } = [];

    /// <summary>Most values of one call of the source: fewer than asked for, as a source that has searched long enough.</summary>
    public int PageSize { get; set; } = int.MaxValue;

    /// <summary>Calls that give nothing although there is more come before each page.</summary>
    public bool Hesitates { get; set; }

    /// <summary>Called before each read.</summary>
    public Action Reading { get; set; } = static () => { };

    /// <summary>How many values were read.</summary>
    public long ValuesRead { get; private set; }

    /// <summary>The source.</summary>
    public HistorySource Source(Func<int, HistoryConfiguration?>? configuration = null, bool hasEvents = false) =>
        new()
        {
            ConfigurationOf = configuration ?? (variable => _values.ContainsKey(variable) ? HistoryConfiguration.Sloped : null),
            ReadRaw = ReadAsync,
            StartOfArchive = () => _values.Values.SelectMany(v => v).Select(v => v.SourceTime).DefaultIfEmpty(0).Min(),
            Kept = TimeSpan.FromDays(30),
            ReadEvents = hasEvents ? ReadEventsAsync : null,
        };

    /// <summary>Records a value; equal times are kept in this order.</summary>
    public void Add(int variable, DataValue value)
    {
        if (!_values.TryGetValue(variable, out var list))
            _values[variable] = list = [];
        var at = list.Count;
        while (at > 0 && list[at - 1].SourceTime > value.SourceTime)
            at--;
        list.Insert(at, value);
    }

    private ValueTask<SourceProgress> ReadAsync(RawHistoryRange range, Memory<DataValue> values, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var all = _values.GetValueOrDefault(range.Variable) ?? [];
        var (count, next) = Read(all, v => v.SourceTime, range.From, range.To, range.IsBackward, range.Position, values.Span);
        ValuesRead += count;
        return new(new SourceProgress(count, next));
    }

    private ValueTask<SourceProgress> ReadEventsAsync(
        EventHistoryRange range,
        Memory<RecordedEvent> events,
        CancellationToken cancellationToken
    )
    {
        var (count, next) = Read(Events, e => e.Time, range.From, range.To, range.IsBackward, range.Position, events.Span);
        return new(new SourceProgress(count, next));
    }

    private (int Count, byte[] Next) Read<T>(
        List<T> all,
        Func<T, long> time,
        long from,
        long to,
        bool isBackward,
        ReadOnlyMemory<byte> position,
        Span<T> destination
    )
    {
        Reading();
        var wasEmpty = position.Length > 0 && position.Span[^1] == 1;
        var index =
            position.Length > 0 ? BinaryPrimitives.ReadInt32LittleEndian(position.Span)
            : isBackward ? all.FindLastIndex(v => time(v) <= from)
            : FirstFrom();
        if (Hesitates && !wasEmpty && IsIn(index))
            return (0, At(index, true));
        var count = 0;
        while (count < Math.Min(destination.Length, PageSize) && IsIn(index))
        {
            destination[count++] = all[index];
            index += isBackward ? -1 : 1;
        }

        return (count, IsIn(index) ? At(index, false) : []);

        int FirstFrom() => all.FindIndex(v => time(v) >= from) is >= 0 and var first ? first : all.Count;
        bool IsIn(int i) => i >= 0 && i < all.Count && (isBackward ? time(all[i]) > to : time(all[i]) < to);
    }

    private static byte[] At(int index, bool wasEmpty)
    {
        var bytes = new byte[5];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, index);
        bytes[4] = wasEmpty ? (byte)1 : (byte)0;
        return bytes;
    }
}
