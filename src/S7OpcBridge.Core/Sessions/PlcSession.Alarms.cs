namespace S7OpcBridge.Core.Sessions;

/// <summary>The alarms that the CPU raises itself.</summary>
internal sealed partial class PlcSession
{
    /// <summary>Acknowledges an alarm in the CPU. Any thread.</summary>
    public async ValueTask<CpuAckAnswer> AcknowledgeAsync(ulong alarm, CancellationToken cancellationToken)
    {
        if (_parts.Alarms?.Feed is not { } feed)
            return new CpuAckAnswer(CpuAckResult.NoCommunication, $"{Plc.Name} is not connected, or sends no alarms.");
        if (!_context.Plc.Writes)
            return new CpuAckAnswer(
                CpuAckResult.NotSupported,
                $"{Plc.Name} has 'writes: false' in the map, and an acknowledgement is a write."
            );
        try
        {
            _context.ThrowIfFenced();
            return await feed.AcknowledgeAsync(alarm, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (_parts.Protocol.IsFailure(e))
        {
            return new CpuAckAnswer(CpuAckResult.Timeout, e.Message);
        }
    }

    // After the lanes have ended, so that it is the last word of this connection.
    private ValueTask SilenceAlarmsAsync(CancellationToken cancellationToken) =>
        _parts.Alarms is { HasTold: true } alarms
            ? alarms.SendAsync(new CpuAlarmBatch(Plc.Index, CpuAlarmNews.Silence, _context.Time.GetUtcNow(), []), cancellationToken)
            : ValueTask.CompletedTask;
}
