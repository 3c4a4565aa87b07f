using S7OpcBridge.Testing;

namespace S7OpcBridge.Core.Tests;

public sealed class PlcStatusBuilderTests
{
    [Test, CancelAfter(20_000)]
    public async Task A_status_in_which_nothing_changed_is_the_same_object_and_allocates_nothing(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("once", 3_600_000).Tag("A", "DB1.DBW0", "Int"));
        await plant.UntilGoodAsync(0, token);
        await plant.UntilAsync(() => plant.Status.Scans[0].ConfirmedTicks > 0, token);
        PlcStatus before;
        do
        {
            before = plant.Status;
            await Poll.AgainAsync(token);
        } while (!ReferenceEquals(plant.Status, before));

        var bytes = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 1000; i++)
            _ = plant.Status;
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - bytes, Is.Zero, "nothing per look");

        await plant.Acquisition.PollAsync(0, token);
        await plant.UntilAsync(() => plant.Status.Version > before.Version, token);
        Assert.That(plant.Status.Scans[0].ConfirmedTicks, Is.GreaterThan(before.Scans[0].ConfirmedTicks));
    }
}
