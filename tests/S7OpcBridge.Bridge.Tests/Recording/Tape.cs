using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>Keeps what is recorded in memory, in the order in which it came.</summary>
internal sealed class Tape
{
    private readonly Lock _gate = new();
    private readonly List<string> _keys = [];
    private readonly List<(int Series, DataValue Value)> _values = [];
    private readonly List<(string Plc, long From)> _gaps = [];

    public bool RecordsForwarded { get; init; }

    public TagRecording Recording =>
        new()
        {
            RecordsForwarded = RecordsForwarded,
            SeriesOf = (key, plc) =>
            {
                lock (_gate)
                {
                    if (!_keys.Contains($"{plc}|{key}"))
                        _keys.Add($"{plc}|{key}");
                    return _keys.IndexOf($"{plc}|{key}");
                }
            },
            Record = (int series, in Variant value, StatusCode status, long sourceTime) =>
            {
                lock (_gate)
                    _values.Add((series, new DataValue(value, status, sourceTime, 0)));
                return true;
            },
            MarkLost = (plc, from) =>
            {
                lock (_gate)
                    _gaps.Add((plc, from));
            },
            Read = (_, _, _, _) => ValueTask.FromResult(new SourceProgress(0)),
        };

    public (string Plc, long From)[] Gaps
    {
        get
        {
            lock (_gate)
                return [.. _gaps];
        }
    }

    /// <summary>What was recorded of a tag of Line1.</summary>
    public DataValue[] Of(string name) => OfKey($"Line1/{name}");

    public DataValue[] OfKey(string key)
    {
        lock (_gate)
            return [.. _values.Where(value => _keys[value.Series] == $"Line1|{key}").Select(value => value.Value)];
    }

    public string[] StatusesOf(string name) => [.. Of(name).Select(value => StatusCodes.NameOf(value.Status))];

    public long[] NumbersOf(string name) => [.. Of(name).Select(value => value.Value.Bits)];
}
