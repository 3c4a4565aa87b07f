namespace S7OpcBridge.Simulator;

/// <summary>Reads and sets the PLC's clock: <c>00 19 DT8</c>: a real S7-300 answers 19 in every century.</summary>
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
                answer[1] = 0x19;
                PlcClock.Write(answer.AsSpan(HeadLength), now + plc.Cpu.ClockOffset);
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
