using S7OpcBridge.Core;
using S7OpcBridge.Simulation.Plc;

namespace S7OpcBridge.Simulation.Checks;

/// <summary>A write of a client: one call may have several, with consecutive numbers.</summary>
internal sealed class ClientWrite(long number, SimulatedTag tag, long value)
{
    /// <summary>Its place in the order of all writes.</summary>
    public long Number => number;

    public SimulatedTag Tag => tag;

    public long Value => value;

    public int Executions { get; set; }

    /// <summary>The answer; null: none yet.</summary>
    public TagWriteResult? Answer { get; set; }

    public override string ToString() => $"write {number} of {value} to {tag.Name}";
}

/// <summary>Holds writes to their promises: executed at most once and in order, answered once, Good means executed, and a refusal means not executed.</summary>
internal sealed class WriteLedger(Action<string> fail)
{
    private readonly Dictionary<(SimulatedTag, long), ClientWrite> _writes = [];
    private long _lastNumber;
    private long _lastExecuted;

    /// <summary>Writes without an answer.</summary>
    public int Open { get; private set; }

    public ClientWrite Begin(SimulatedTag tag)
    {
        var write = new ClientWrite(++_lastNumber, tag, tag.NextNumber());
        _writes[(tag, write.Value)] = write;
        Open++;
        return write;
    }

    /// <summary>The PLC has executed one job.</summary>
    public void Executed(IReadOnlyList<(SimulatedTag Tag, long Value)> written)
    {
        var lastBefore = _lastExecuted;
        foreach (var (tag, value) in written)
        {
            if (_writes.TryGetValue((tag, value), out var write))
                Executed(write, lastBefore);
            else
                fail($"{tag.Name} was written with {value}, which no client has sent.");
        }
    }

    private void Executed(ClientWrite write, long lastBefore)
    {
        if (++write.Executions > 1)
            fail($"The {write} was executed {write.Executions} times.");
        if (write.Answer is { } answer && !MayBeExecuted(answer))
            fail($"The {write} was executed after it had been answered with {answer}.");
        if (write.Number < lastBefore)
            fail($"The {write} was executed after number {lastBefore}.");
        _lastExecuted = Math.Max(_lastExecuted, write.Number);
    }

    public void Answered(ClientWrite write, TagWriteResult answer)
    {
        if (write.Answer is { } before)
            fail($"The {write} was answered with {before}, then with {answer}.");
        write.Answer = answer;
        Open--;
        if (answer == TagWriteResult.Ok && write.Executions != 1)
            fail($"The {write} was answered with Ok and executed {write.Executions} times.");
        if (write.Executions > 0 && !MayBeExecuted(answer))
            fail($"The {write} was executed and answered with {answer}.");
    }

    private static bool MayBeExecuted(TagWriteResult answer) =>
        answer is TagWriteResult.Ok or TagWriteResult.Timeout or TagWriteResult.Abandoned;
}
