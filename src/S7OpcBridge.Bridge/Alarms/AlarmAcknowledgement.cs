using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge.Alarms;

/// <summary>
/// Passes acknowledgements between clients and PLCs. One by a client is written to the PLC and takes effect when the PLC answers by its bit; one by the PLC
/// takes effect at once. A new alarm resets the written bit.
/// </summary>
internal sealed class AlarmAcknowledgement
{
    private readonly Lock _gate;
    private readonly AlarmDetection _detection;
    private readonly ConditionSet _conditions;
    private readonly ITagWriter _writer;
    private readonly Func<int, TagValue> _read;
    private readonly AlarmLog _log;
    private readonly Dictionary<int, ConditionRequest> _waiting = [];

    /// <param name="gate">The lock of all alarms.</param>
    /// <param name="detection">Reports the bits of the PLC.</param>
    /// <param name="writer">Writes to the PLCs.</param>
    /// <param name="read">The present value of a tag.</param>
    public AlarmAcknowledgement(
        Lock gate,
        AlarmDetection detection,
        ConditionSet conditions,
        ITagWriter writer,
        Func<int, TagValue> read,
        AlarmLog log
    )
    {
        (_gate, _detection, _conditions, _writer, _read, _log) = (gate, detection, conditions, writer, read, log);
        detection.Raised = Reset;
        detection.Echoed = TakeEcho;
    }

    /// <summary>Whether this node reads the PLC of a tag: of several nodes that see an alarm only one resets the PLC's bit.</summary>
    public Func<int, bool> Owns { get; init; } = static _ => true;

    /// <summary>Forgets the acknowledgements that wait for a PLC; called when the alarms are replaced.</summary>
    public void Clear() => _waiting.Clear();

    /// <inheritdoc cref="ConditionRequestHandler"/>
    public async ValueTask<StatusCode> DecideAsync(ConditionRequest request, CancellationToken cancellationToken)
    {
        if (request.Action != ConditionAction.Acknowledge)
            return StatusCodes.Good;
        int tag;
        AlarmRule[] rules;
        lock (_gate)
        {
            rules = _detection.Model.Rules;
            if (request.Condition >= rules.Length || rules[request.Condition] is not { AcknowledgeTag: >= 0 } rule)
                return StatusCodes.Good;
            tag = rule.AcknowledgeTag;
            // Before the write, because the answer may come at once.
            if (rule.EchoTag >= 0)
                _waiting[request.Condition] = request;
        }
        var result = await WriteAsync(tag, value: true, cancellationToken).ConfigureAwait(false);
        lock (_gate)
        {
            if (rules != _detection.Model.Rules)
                return result == TagWriteResult.Ok ? StatusCodes.GoodCompletesAsynchronously : StatusMapping.ToStatusCode(result);
            if (result != TagWriteResult.Ok)
            {
                _waiting.Remove(request.Condition);
                return StatusMapping.ToStatusCode(result);
            }
            if (rules[request.Condition].EchoTag < 0)
                return StatusCodes.Good;
            // The bit of the PLC has not been reset since the last time, so that it can't answer.
            if (_waiting.ContainsKey(request.Condition) && _detection.EchoOf(request.Condition) == EchoState.On)
            {
                _waiting.Remove(request.Condition);
                return StatusCodes.Good;
            }
            return StatusCodes.GoodCompletesAsynchronously;
        }
    }

    private void TakeEcho(int rule, long time)
    {
        if (_waiting.Remove(rule, out var request))
            _conditions.Acknowledge(rule, request.Caller.User, request.Comment, time);
        else
            _conditions.Acknowledge(rule, user: null, comment: default, time);
    }

    private void Reset(int rule)
    {
        _waiting.Remove(rule);
        if (
            _detection.Model.Rules[rule].AcknowledgeTag is >= 0 and var tag
            && Owns(tag)
            && _read(tag) is { Kind: TagValueKind.Boolean, Bits: not 0 }
        )
            _ = WriteAsync(tag, value: false, CancellationToken.None);
    }

    private async Task<TagWriteResult> WriteAsync(int tag, bool value, CancellationToken cancellationToken)
    {
        await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        var results = new TagWriteResult[1];
        results[0] = TagWriteResult.Abandoned;
        try
        {
            await _writer
                .WriteAsync(new[] { new TagWrite(tag, new TagValue(TagValueKind.Boolean, value ? 1 : 0)) }, results, cancellationToken)
                .ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            return TagWriteResult.Abandoned;
        }
        if (results[0] != TagWriteResult.Ok)
            _log.NotAcknowledged(tag, results[0]);
        return results[0];
    }
}
