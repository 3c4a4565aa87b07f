namespace S7OpcBridge.Simulator.Messages;

/// <summary>What one connection asked a CPU to send.</summary>
/// <param name="send">Sends a PDU on it, from any thread; must be quick.</param>
internal sealed class MessageReader(Action<byte[]> send)
{
    private volatile byte _mask;
    private volatile bool _hasAlarmS;
    private volatile bool _hasAlarm8;
    private volatile bool _everAsked;

    /// <summary>Modes 01, diagnostic events 02, events of the program 04.</summary>
    public byte Mask => _mask;

    public bool HasAlarmS => _hasAlarmS;

    public bool HasAlarm8 => _hasAlarm8;

    /// <summary>True from the first subscription on: messages may be under way.</summary>
    public bool EverAsked => _everAsked;

    public void Ask(byte mask)
    {
        _everAsked = true;
        _mask = mask;
    }

    public void AskAlarmS(bool isOn) => _hasAlarmS = isOn;

    public void AskAlarm8(bool isOn) => _hasAlarm8 = isOn;

    public void Send(byte[] pdu) => send(pdu);
}
