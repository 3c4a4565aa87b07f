using BenchmarkDotNet.Attributes;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// What it costs that members have a structure around them: a thousand structures of ten Floats, all of which change in every round; time and bytes are per
/// structure.
/// </summary>
[MemoryDiagnoser]
public class StructureChange
{
    private const int Structures = 1000,
        Members = 10,
        Rounds = 50;

    private VariableTable _table = null!;
    private int _round;

    [GlobalSetup]
    public void Setup()
    {
        _table = new VariableTable(Structures * (Members + 1), 1);
        var encoding = new NodeId(2, "TE_\"Motor\"");
        _table.Compose([
            .. Enumerable
                .Range(0, Structures)
                .Select(i => new StructureVariable(
                    Structures * Members + i,
                    encoding,
                    [.. Enumerable.Range(i * Members, Members)],
                    IsArray: false
                )),
        ]);
    }

    [Benchmark(OperationsPerInvoke = Structures)]
    public void Change()
    {
        _round++;
        using var update = _table.BeginUpdate();
        for (var i = 0; i < Structures * Members; i++)
            update.Set(i, Variant.From((float)(_round + i)), StatusCodes.Good, _round);
    }

    /// <summary>Bytes allocated per structure that changed, for its encoded value.</summary>
    internal static Task<double?> BytesPerChangeAsync()
    {
        var change = new StructureChange();
        change.Setup();
        change.Change();
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < Rounds; i++)
            change.Change();
        return Task.FromResult<double?>((GC.GetAllocatedBytesForCurrentThread() - before) / (double)(Rounds * Structures));
    }
}
