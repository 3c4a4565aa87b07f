using S7OpcBridge.S7.Wire;
using S7OpcBridge.Simulation.Loop;
using S7OpcBridge.Simulator;
using S7OpcBridge.Simulator.Cpu;
using S7OpcBridge.Simulator.Faults;
using S7OpcBridge.Simulator.Services;
using S7OpcBridge.Simulator.Serving;

namespace S7OpcBridge.Simulation.Plc;

/// <summary>The PLC of a run: the soft PLC's memory and services, a program that changes values, and faults.</summary>
internal sealed class SimulatedPlc
{
    /// <summary>Bytes of each data block.</summary>
    public const int BlockLength = 4000;

    // No tag has such bytes as its value.
    private const byte Untouched = 0xEE;

    private readonly SimulatedLoop _loop;
    private readonly Random _random;
    private readonly PlcCpu _cpu = new();
    private readonly PlcMemory _memory = new();
    private JobServer _server = null!;

    public SimulatedPlc(SimulatedLoop loop, Random random, SimulatedTag[] tags, CpuBehavior behavior)
    {
        (_loop, _random, Tags) = (loop, random, tags);
        foreach (var db in Blocks)
            AddBlock(db);
        Restart(behavior);
    }

    public SimulatedTag[] Tags { get; }

    public IEnumerable<ushort> Blocks => Tags.Select(static tag => tag.Db).Distinct();

    public CpuBehavior Behavior { get; private set; } = null!;

    public PlcFaults Faults { get; } = new();

    /// <summary>The CPU is in RUN: its program changes values.</summary>
    public bool IsRunning
    {
        get => _cpu.IsRunning;
        set => _cpu.IsRunning = value;
    }

    public bool PutGet
    {
        get => _cpu.PutGet;
        set => _cpu.PutGet = value;
    }

    /// <summary>Is told of each tag that has another value.</summary>
    public required Action<SimulatedTag> Changed { get; init; }

    /// <summary>Is told of each job that was served: what it asked for, the number of its items, and the length of the answer.</summary>
    public required Action<FaultPoint?, int, int> Served { get; init; }

    /// <summary>Is told what a job of a client has written, all at once.</summary>
    public required Action<IReadOnlyList<(SimulatedTag Tag, long Number)>> Written { get; init; }

    /// <summary>Begins with other limits.</summary>
    public void Restart(CpuBehavior behavior)
    {
        Behavior = behavior;
        var messages = new PlcMessages(() => _loop.GetUtcNow().DateTime);
        _server = new JobServer(new PlcParts("Line1", behavior, _memory, _cpu, messages, new PlcCounters(), _loop));
    }

    /// <summary>One step of the program: some tags get other values.</summary>
    public void Work()
    {
        foreach (var tag in Tags)
        {
            if (!tag.IsWritable && tag.Present != SimulatedTag.Missing && _random.Next(8) == 0)
                Put(tag, tag.NextNumber());
        }
    }

    /// <summary>A download with initialisation.</summary>
    public void Download(ushort db)
    {
        _memory.DownloadBlock(db, BlockLength);
        Fill(db);
    }

    public void AddBlock(ushort db)
    {
        _memory.AddBlock(db, BlockLength);
        Fill(db);
    }

    public void DeleteBlock(ushort db)
    {
        if (!_memory.DeleteBlock(db))
            return;
        foreach (var tag in Tags)
        {
            if (tag.Db == db)
                Note(tag, SimulatedTag.Missing);
        }
    }

    public bool HasBlock(ushort db)
    {
        using var memory = _memory.Hold();
        return memory.Has(db);
    }

    public void Protect(ushort db, BlockAccess access) => _memory.Protect(db, access);

    /// <summary>Serves a job now. Returns the length of the answer as <see cref="JobServer.Serve"/> does.</summary>
    public int Serve(ReadOnlySpan<byte> pdu, Span<byte> answer, S7LinkState link)
    {
        var point = JobServer.PointOf(pdu);
        var items = point is FaultPoint.Read or FaultPoint.Write ? pdu[S7Header.JobLength + 1] : 0;
        var mix = items > 0 ? Faults.Of(_random, items) : null;
        var length = point == FaultPoint.Write ? ServeWrite(pdu, answer, link, mix) : _server.Serve(pdu, answer, link, mix);
        Served(point, items, length);
        return length;
    }

    // Whatever bytes the job touches were written by it, also where it writes what was there before.
    private int ServeWrite(ReadOnlySpan<byte> pdu, Span<byte> answer, S7LinkState link, FaultMix? mix)
    {
        var before = new byte[Tags.Length][];
        for (var i = 0; i < Tags.Length; i++)
        {
            if (Tags[i] is not { IsWritable: true } tag || !HasBlock(tag.Db))
                continue;
            using var memory = _memory.Hold();
            var bytes = memory.Block(tag.Db).Slice(tag.Offset, tag.Length);
            before[i] = bytes.ToArray();
            bytes.Fill(Untouched);
        }
        var length = _server.Serve(pdu, answer, link, mix);
        var written = new List<(SimulatedTag Tag, long Number)>();
        for (var i = 0; i < Tags.Length; i++)
        {
            if (before[i] is not { } old)
                continue;
            var tag = Tags[i];
            using var memory = _memory.Hold();
            var bytes = memory.Block(tag.Db).Slice(tag.Offset, tag.Length);
            if (bytes.IndexOfAnyExcept(Untouched) < 0)
            {
                old.CopyTo(bytes);
                continue;
            }
            written.Add((tag, tag.Decode(bytes)));
        }
        Written(written);
        foreach (var (tag, number) in written)
            Note(tag, number);
        return length;
    }

    private void Fill(ushort db)
    {
        foreach (var tag in Tags)
        {
            if (tag.Db == db)
                Put(tag, 0);
        }
    }

    private void Put(SimulatedTag tag, long number)
    {
        using (var memory = _memory.Hold())
            tag.Encode(number, memory.Block(tag.Db)[tag.Offset..]);
        Note(tag, number);
    }

    private void Note(SimulatedTag tag, long number)
    {
        tag.Set(_loop.Now, number);
        Changed?.Invoke(tag);
    }
}
