using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7.Transport;

/// <summary>Tells a wire log what one connection sends and receives. There is none where no log is configured.</summary>
internal sealed class WireTap
{
    private const byte SetPassword = 1;

    // Behind the header of a request: 00 01 12 04 11, type and group, function.
    private const int GroupAt = S7Header.JobLength + 5;

    private readonly Action<S7WireEntry> _log;
    private readonly TimeProvider _time;

    private WireTap(Action<S7WireEntry> log, TimeProvider time) => (_log, _time) = (log, time);

    /// <summary>The tap of a connection; null: there is no log.</summary>
    public static WireTap? For(S7ConnectionOptions options, TimeProvider time) =>
        options.WireLog is { } log ? new WireTap(log, time) : null;

    public void Sent(ReadOnlySpan<byte> bytes) =>
        _log(new S7WireEntry(_time.GetUtcNow(), true, IsPassword(bytes) ? default : bytes.ToArray(), bytes.Length));

    public void Received(ReadOnlySpan<byte> bytes) => _log(new S7WireEntry(_time.GetUtcNow(), false, bytes.ToArray(), bytes.Length));

    // The password of a session is only disguised on the wire.
    private static bool IsPassword(ReadOnlySpan<byte> pdu) =>
        pdu.Length > GroupAt + 1
        && pdu[0] == S7Header.ProtocolId
        && pdu[1] == (byte)Rosctr.Userdata
        && (pdu[GroupAt] & 0x0F) == (byte)UserdataGroup.Security
        && pdu[GroupAt + 1] == SetPassword;
}
