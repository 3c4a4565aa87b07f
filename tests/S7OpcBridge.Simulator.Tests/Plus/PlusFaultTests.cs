using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Simulator.Tests.Plus;

/// <summary>Faults on demand, seen by our client.</summary>
[CancelAfter(60_000)]
internal sealed class PlusFaultTests
{
    [Test]
    public async Task Fragments_empty_frames_and_duplicates_do_not_disturb(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        plant.Plc.Faults.Arm(Fault.FragmentCotp(7), FaultPoint.Answer, times: 0);
        plant.Plc.Faults.Arm(Fault.EmptyFrames(2), FaultPoint.Answer, times: 0);
        plant.Plc.Faults.Arm(Fault.Duplicate(), FaultPoint.Read, times: 0);
        await using var connection = await plant.ConnectAsync(cancel);
        for (var i = 0; i < 5; i++)
            Assert.That(
                await plant.ReadAsync(connection, cancel, "DB_Pack.Count", "DB_Pack.Temps"),
                Has.Length.EqualTo(2).And.None.EqualTo("None")
            );
    }

    [Test]
    public async Task A_reset_a_close_garbage_and_half_a_frame_end_the_connection_with_a_sentence(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        foreach (var fault in new[] { Fault.Reset(), Fault.Close(), Fault.Garbage(), Fault.HalfFrame() })
        {
            await using var connection = await S7PlusConnection.ConnectAsync(
                plant.Options with
                {
                    Timeout = TimeSpan.FromSeconds(2),
                },
                TimeProvider.System,
                cancel
            );
            plant.Plc.Faults.Arm(fault, FaultPoint.Read);
            var failure = await Assert.CatchAsync<S7PlusException>(async () => await plant.ReadAsync(connection, cancel, "DB_Pack.Count"));
            Assert.That(failure!.Message, Does.EndWith("."));
            await connection.Ended.WaitAsync(cancel);
            Assert.That(connection.IsAlive, Is.False);
        }
    }

    [Test]
    public async Task A_refused_request_and_a_failed_item_leave_the_connection_alive(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        await using var connection = await plant.ConnectAsync(cancel);
        plant.Plc.Faults.Arm(Fault.Refuse(unchecked((ushort)-112)), FaultPoint.Read);
        var refused = await Assert.ThrowsAsync<S7PlusRefusedException>(async () =>
            await plant.ReadAsync(connection, cancel, "DB_Pack.Count")
        );
        Assert.That(refused!.Code.Code, Is.EqualTo(-112));
        plant.Plc.Faults.Arm(Fault.FailItem(1, S7ItemStatus.AccessDenied), FaultPoint.Read);
        Assert.That(
            await plant.ReadAsync(connection, cancel, "DB_Pack.Fixed", "DB_Pack.Count"),
            Is.EqualTo(new[] { "0000", ((S7PlusItemStatus)(-100)).ToString() })
        );
    }

    [Test]
    public async Task A_reboot_ends_all_connections_and_the_client_comes_back(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        var before = await plant.ConnectAsync(cancel);
        plant.Plc.Faults.CutPower();
        await before.Ended.WaitAsync(cancel);
        await before.DisposeAsync();
        await Assert.CatchAsync<S7PlusException>(() => plant.ConnectAsync(cancel));
        plant.Plc.Faults.GivePower();
        await using var after = await plant.ConnectAsync(cancel);
        Assert.That(await plant.ReadAsync(after, cancel, "DB_Pack.Fixed"), Is.EqualTo(new[] { "0000" }));
    }

    [Test]
    public async Task A_CPU_without_a_free_session_says_so(CancellationToken cancel)
    {
        await using var plant = new PlusPlant(new SoftPlusOptions { MaxSessions = 1 });
        await using var first = await plant.ConnectAsync(cancel);
        var refused = await Assert.ThrowsAsync<S7PlusRefusedException>(() => plant.ConnectAsync(cancel));
        Assert.That(refused!.Code.Code, Is.EqualTo(-113));
        Assert.That(plant.Plus.Sessions, Is.EqualTo(1));
    }
}
