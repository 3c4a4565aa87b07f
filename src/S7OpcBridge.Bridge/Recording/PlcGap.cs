using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Bridge.Recording;

/// <summary>
/// Whether the values of a PLC arrive. One marker stands for all its tags. While they arrive, this is recorded too, so that after a crash the gap does not
/// begin at the last change.
/// </summary>
internal sealed class PlcGap(string plc, TagRecording recording, long since)
{
    /// <summary>The series of a PLC's confirmations is named so, followed by the PLC's name.</summary>
    public const string KeyPrefix = "!seen/";

    private static readonly long Every = TimeSpan.FromSeconds(10).Ticks;

    private readonly int _series = recording.SeriesOf(KeyPrefix + plc, plc);
    private long _confirmed,
        _recorded;
    private bool _isLost = true;

    public string Plc => plc;

    /// <summary>Number of the last gap; the recording begins with one.</summary>
    public int Number { get; private set; } = 1;

    /// <summary>UTC ticks at which the last gap began, or the recording did.</summary>
    public long Since { get; private set; } = since;

    /// <summary>True: the last values came from another node of the cluster.</summary>
    public bool IsForwarded { get; private set; }

    /// <summary>Values come from now on from this node, or from another one, which had to read the PLC first: in between values are missing.</summary>
    public void ComesFrom(bool isForwarded)
    {
        if (IsForwarded == isForwarded)
            return;
        IsForwarded = isForwarded;
        Lost();
    }

    /// <summary>A value has arrived.</summary>
    public void Arrived() => _isLost = false;

    /// <summary>The PLC has confirmed its values.</summary>
    /// <param name="ticks">UTC ticks.</param>
    public void Confirmed(long ticks)
    {
        if (_isLost || ticks <= _confirmed)
            return;
        _confirmed = ticks;
        if (ticks - _recorded >= Every)
            RecordConfirmed();
    }

    /// <summary>
    /// No values arrive any more. They are missing from the last confirmation on, because the loss of the connection is recognised later (OPC 10000-11, 4.3).
    /// </summary>
    public void Lost()
    {
        if (_isLost)
            return;
        _isLost = true;
        Number++;
        if (_confirmed == 0)
            return;
        Since = _confirmed;
        recording.MarkLost(plc, UaTime.FromTicks(_confirmed) + 1);
    }

    /// <summary>The recording ends in good order. The store marks the gap when it is opened again.</summary>
    public void End()
    {
        if (!_isLost && _confirmed > _recorded)
            RecordConfirmed();
    }

    private void RecordConfirmed()
    {
        _recorded = _confirmed;
        recording.Record(_series, Variant.From(true), StatusCodes.Good, UaTime.FromTicks(_confirmed));
    }
}
