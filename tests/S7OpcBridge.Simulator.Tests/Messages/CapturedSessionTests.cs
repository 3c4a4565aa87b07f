using S7OpcBridge.S7.Tests.Captures;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Simulator.Tests.Messages;

/// <summary>
/// What WinCC sent to real CPUs is sent to soft ones: these answer with the same bytes. Only the sequence differs, with which a CPU numbers its answers.
/// </summary>
[CancelAfter(30_000)]
internal sealed class CapturedSessionTests
{
    private const int Sequence = 17;
    private static readonly ManualClock Clock = new();

    [Test]
    public async Task An_S7_300_answers_subscriptions_and_lists_of_WinCC(CancellationToken cancel)
    {
        await using var plc = Start(CpuBehaviors.S7_300);
        await CompareAsync(plc, "s7-300-wincc", _ => { }, cancel);
    }

    [Test]
    public async Task An_S7_400_lists_the_same_alarms(CancellationToken cancel)
    {
        await using var plc = Start(CpuBehaviors.S7_400);
        foreach (var (id, signal) in new (uint, int)[] { (0x2F, 5), (0x2F, 6), (0xAF, 1), (0xBB, 3), (0xC2, 5), (0xC2, 6) })
            plc.Messages.Set(id, PlcAlarmKind.Alarm8, signal, isActive: true);
        foreach (var (id, signal) in new (uint, int)[] { (0x2F, 5), (0x2F, 6), (0xAF, 1) })
            plc.Messages.Set(id, PlcAlarmKind.Alarm8, signal, isActive: false);
        plc.Messages.Set(0xAF, PlcAlarmKind.Alarm8, 1, isActive: true);
        // Between its two lists the alarm AF went.
        await CompareAsync(plc, "s7-400-wincc", asked => GoBeforeSecondList(plc, asked), cancel);
    }

    [Test]
    public async Task An_S7_400_sends_the_same_ALARM_8_and_NOTIFY(CancellationToken cancel)
    {
        await using var plc = Start(CpuBehaviors.S7_400);
        await using var caller = await RawCaller.OpenAsync(plc, cancel);
        plc.Messages.Set(0xAF, PlcAlarmKind.Alarm8, 1, isActive: true);
        plc.Messages.Set(0xAF, PlcAlarmKind.Alarm8, 1, isActive: false);
        plc.Messages.Set(0xAF, PlcAlarmKind.Alarm8, 1, isActive: true);
        await caller.AskPduAsync(Requests.Userdata(4, 2, "81 00 53 37 43 48 4E 5F 30 32 05 00"));

        var pushed = Capture.Pushed("s7-400-wincc");
        Set(plc, new DateTime(1994, 1, 6, 0, 27, 20, 397));
        plc.Messages.Set(
            0xAF,
            PlcAlarmKind.Alarm8,
            1,
            isActive: false,
            [
                [0, 1],
                .. Enumerable.Repeat<byte[]>([0xFF, 0xFF], 7),
            ]
        );
        Assert.That(await caller.ReceivePduAsync(), Is.EqualTo(RawCaller.Hex(pushed[0])));
        Set(plc, new DateTime(1994, 1, 6, 0, 47, 42, 697));
        plc.Messages.Set(1, PlcAlarmKind.Notify, 1, isActive: true, new byte[32], new byte[4], new byte[4]);
        Assert.That(await caller.ReceivePduAsync(), Is.EqualTo(RawCaller.Hex(pushed[1])));
    }

    [Test]
    public async Task An_S7_300_that_is_stopped_sends_the_same_event_and_mode(CancellationToken cancel)
    {
        await using var plc = Start(CpuBehaviors.S7_300);
        await using var caller = await RawCaller.OpenAsync(plc, cancel);
        await caller.AskPduAsync(Requests.Userdata(4, 2, "03 00 61 73 6D 65 73 73 00 00"));
        Set(plc, new DateTime(1994, 1, 9, 21, 53, 42, 152));
        plc.Cpu.IsRunning = false;
        foreach (var pdu in Capture.Pushed("s7-300-stop"))
            Assert.That(await caller.ReceivePduAsync(), Is.EqualTo(RawCaller.Hex(pdu)));
    }

    private static void GoBeforeSecondList(SoftPlc plc, byte[] asked)
    {
        if (asked[16] == 0x13 && asked[28] == 0x08)
            plc.Messages.Set(0xAF, PlcAlarmKind.Alarm8, 1, isActive: false);
    }

    private static async Task CompareAsync(SoftPlc plc, string name, Action<byte[]> before, CancellationToken cancel)
    {
        await using var caller = await RawCaller.OpenAsync(plc, cancel);
        var exchanges = Capture
            .Lines(name)
            .Where(static line => line[0] == '>' && Capture.Pdu(line)[16] is 0x02 or 0x13)
            .Select(Capture.Pdu)
            .ToArray();
        Assert.That(exchanges, Has.Length.GreaterThan(3));
        var answers = Capture.FromCpu(name).Where(static pdu => pdu[15] == 0x84 && pdu[16] is 0x02 or 0x13).ToArray();
        for (var i = 0; i < exchanges.Length; i++)
        {
            before(exchanges[i]);
            var answer = RawCaller.Bytes(await caller.AskPduAsync(RawCaller.Hex(exchanges[i])));
            while (answer[15] != 0x84)
                answer = RawCaller.Bytes(await caller.ReceivePduAsync());
            answer[Sequence] = answers[i][Sequence];
            Assert.That(RawCaller.Hex(answer), Is.EqualTo(RawCaller.Hex(answers[i])));
        }
    }

    private static void Set(SoftPlc plc, DateTime time) => plc.Cpu.ClockOffset = time - Clock.GetUtcNow().DateTime;

    private static SoftPlc Start(CpuBehavior behavior)
    {
        var plc = new SoftPlc(new SoftPlcOptions { Behavior = behavior with { Tsaps = [] } }, Clock);
        plc.Start();
        return plc;
    }
}
