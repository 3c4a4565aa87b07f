using S7OpcBridge.S7.Types.Clock;
using S7OpcBridge.Simulator.Cpu;

namespace S7OpcBridge.Simulator.Services;

/// <summary>Reads and sets the PLC's clock: <c>00 19 DT8</c>. A real S7-300 sends 19 in every century.</summary>
internal sealed class ClockService(PlcParts plc)
{
    private const byte ReadClock = 1;
    private const byte SetClock = 2;
    private const byte SetClockExtended = 4;
    private const int HeadLength = 2;
    private const ushort InvalidDate = 0xDC01;

    public UserdataReply Answer(byte function, ReadOnlySpan<byte> data)
    {
        var now = plc.Time.GetUtcNow().DateTime;
        switch (function)
        {
            case ReadClock:
                var answer = new byte[HeadLength + DateAndTime.Length];
                answer[1] = 0x19;
                DateAndTime.Write(now + plc.Cpu.ClockOffset, answer.AsSpan(HeadLength));
                return UserdataReply.WithData(answer);
            case SetClock or SetClockExtended:
                if (data.Length < HeadLength + DateAndTime.Length || !DateAndTime.TryRead(data[HeadLength..], out var ticks))
                    return UserdataReply.Fail(InvalidDate);
                // Whole seconds, as in a CPU.
                plc.Cpu.ClockOffset = new DateTime(ticks - ticks % TimeSpan.TicksPerSecond, DateTimeKind.Utc) - now;
                return UserdataReply.Done;
            default:
                return UserdataReply.NotOffered;
        }
    }
}
