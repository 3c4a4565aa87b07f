namespace S7OpcBridge.Simulator;

/// <summary>Reads and sets the PLC's clock: <c>00 century1 DT8</c>, the century as BCD 19 or 20.</summary>
internal sealed class ClockService(PlcParts plc)
{
    private const byte ReadClock = 1;
    private const byte SetClock = 2;
    private const byte SetClockExtended = 4;
    private const int HeadLength = 2;
    private const ushort InvalidDate = 0xDC01;
    private const ushort NotAvailable = 0x8104;

    public UserdataReply Answer(byte function, ReadOnlySpan<byte> data)
    {
        var now = plc.Time.GetUtcNow().DateTime;
        switch (function)
        {
            case ReadClock:
                var answer = new byte[HeadLength + PlcClock.Length];
                var shown = now + plc.Cpu.ClockOffset;
                answer[1] = shown.Year < 2000 ? (byte)0x19 : (byte)0x20;
                PlcClock.Write(answer.AsSpan(HeadLength), shown);
                return UserdataReply.Of(answer);
            case SetClock or SetClockExtended:
                if (data.Length < HeadLength + PlcClock.Length || !PlcClock.TryRead(data[HeadLength..], out var time))
                    return UserdataReply.Fail(InvalidDate);
                plc.Cpu.ClockOffset = time - now;
                return UserdataReply.Done;
            default:
                return UserdataReply.Fail(NotAvailable);
        }
    }
}
