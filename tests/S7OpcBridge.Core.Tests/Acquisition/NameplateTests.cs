using S7OpcBridge.Simulator;

namespace S7OpcBridge.Core.Tests;

[CancelAfter(20_000)]
public sealed class NameplateTests
{
    [Test]
    public async Task A_CPU_is_asked_what_it_is_once_per_connection(CancellationToken token)
    {
        await using var plant = Plant.Start(OneTag, static plc => plc with { CpuStateEvery = TimeSpan.FromHours(1) });
        await plant.UntilAsync(() => plant.Status.Nameplate is not null && plant.Seen.BatchesOf(0) >= 10, token);

        var identity = CpuBehaviors.Generic.Identity;
        Assert.That(
            plant.Status.Nameplate,
            Is.EqualTo(
                new CpuNameplate
                {
                    OrderNumber = identity.OrderNumber.Trim(),
                    Hardware = "1",
                    Firmware = "V1.0.0",
                    SerialNumber = identity.SerialNumber,
                    ModuleType = identity.ModuleType,
                    Name = plant.Plc.Name,
                }
            )
        );
        Assert.That(plant.Plc.Counters.UserdataJobs, Is.EqualTo(3), "state and two lists");
        plant.Plc.Faults.ResetConnections();
        await plant.UntilAsync(() => plant.Plc.Counters.UserdataJobs == 6 && plant.Seen.QualityOf(0) == TagQuality.Good, token);
    }

    [Test]
    public async Task A_CPU_that_never_answers_the_question_is_asked_on_two_connections(CancellationToken token)
    {
        await using var plant = Plant.Make(
            OneTag,
            static plc =>
                plc with
                {
                    CpuStateEvery = TimeSpan.FromHours(1),
                    Connection = plc.Connection with { Timeout = TimeSpan.FromMilliseconds(200) },
                }
        );
        // Each second of these jobs: the state is answered, the list is not.
        plant.Plc.Faults.Arm(Fault.Drop(), FaultPoint.Userdata, skip: 1, times: 0, every: 2);
        plant.Run();
        await plant.UntilAsync(() => plant.Status is { Nameplate: not null, Connected: true }, token);
        await plant.UntilGoodAsync(0, token);
        Assert.That((plant.Status.Nameplate, plant.Status.Reconnects), Is.EqualTo((CpuNameplate.Empty, 2L)));
        Assert.That(plant.Plc.Counters.UserdataJobs, Is.EqualTo(5));
    }

    [Test]
    public async Task A_CPU_that_refuses_one_list_tells_what_is_in_the_other(CancellationToken token)
    {
        await using var plant = Plant.Make(OneTag, static plc => plc with { CpuStateEvery = TimeSpan.FromHours(1) });
        plant.Plc.Faults.Arm(Fault.Refuse(0x8104), FaultPoint.Userdata, skip: 2);
        plant.Run();
        await plant.UntilAsync(() => plant.Status.Nameplate is not null, token);
        Assert.That(
            (plant.Status.Nameplate!.OrderNumber, plant.Status.Nameplate.SerialNumber, plant.Status.Reconnects),
            Is.EqualTo(("6ES7 000-0SIM0-0AB0", "", 0L))
        );
    }

    [TestCase("1;6ES7 512-1DM03-0AB0;V4.1", "6ES7 512-1DM03-0AB0", "V4.1", true)]
    [TestCase("1;6AG1 214-1AG40-2XB0 ;V4.6;x", "6AG1 214-1AG40-2XB0", "V4.6", true)]
    [TestCase("1;PLC of another maker;1", "PLC of another maker", "1", false)]
    [TestCase("1;6ES7 512-1DM03-0AB0", "", "", false)]
    [TestCase("", "", "", false)]
    public void A_session_of_S7CommPlus_names_the_CPU(string told, string order, string firmware, bool isOfSiemens)
    {
        var plate = CpuNameplate.FromSession(told);
        Assert.That((plate.OrderNumber, plate.Firmware, plate.IsOfSiemens), Is.EqualTo((order, firmware, isOfSiemens)));
    }

    private static void OneTag(MapDraft draft) => draft.Class("fast", 20).Tag("A", "DB1.DBW0", "Int");
}
