using System.Net;
using S7OpcBridge.OpcUa.Server.ClientMemory;
using S7OpcBridge.OpcUa.Server.Lanes;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Lanes;

[CancelAfter(30_000)]
internal sealed class WorkLaneTests
{
    private static readonly ClientIdentity Nobody = new(null, null, null);
    private readonly List<string> _slices = [];
    private ManualClock _clock = new();

    private static CancellationToken Stop => TestContext.CurrentContext.CancellationToken;

    [SetUp]
    public void Begin()
    {
        _slices.Clear();
        _clock = new ManualClock();
    }

    [Test]
    public async Task Many_sessions_of_an_address_have_the_share_of_one_client()
    {
        using var lane = new WorkLane("test", 1, _clock);
        var one = Nobody with { Address = IPAddress.Parse("192.168.1.1") };
        await RunAsync(
            lane,
            slices: 12,
            ("a1", one),
            ("a2", one),
            ("a3", one),
            ("b", Nobody with { Address = IPAddress.Parse("192.168.1.2") })
        );
        Assert.That(_slices.Take(24).Count(slice => slice == "b"), Is.EqualTo(12));
        Assert.That(_slices.Take(24).Count(slice => slice == "a2"), Is.EqualTo(4), "the sessions of a client share evenly");
    }

    [Test]
    public async Task Sessions_without_any_identity_take_turns()
    {
        using var lane = new WorkLane("test", 1, _clock);
        await RunAsync(lane, slices: 10, ("a", Nobody), ("b", Nobody));
        Assert.That(_slices.Take(10).Count(slice => slice == "b"), Is.EqualTo(5));
    }

    [Test]
    public async Task Work_that_is_cancelled_ends_at_its_next_turn_and_before_all_others()
    {
        using var lane = new WorkLane("test", 1, _clock);
        using var ending = new CancellationTokenSource();
        using var entered = new SemaphoreSlim(0);
        using var released = new SemaphoreSlim(0);
        using var holder = lane.Join(new NodeId(1, "holder"), Nobody, Stop);
        var holding = HoldAsync();
        await entered.WaitAsync(Stop);
        using var other = lane.Join(new NodeId(1, "other"), Nobody, Stop);
        using var cancelled = lane.Join(new NodeId(1, "cancelled"), Nobody, ending.Token);
        Task[] waiting = [WaitAsync(other, "other"), WaitAsync(cancelled, "cancelled")];
        await ending.CancelAsync();
        released.Release();
        await holding;
        Assert.That(async () => await waiting[1], Throws.InstanceOf<OperationCanceledException>());
        await waiting[0];
        Assert.That(_slices, Is.EqualTo((string[])["cancelled", "other"]));

        async Task HoldAsync()
        {
            await holder;
            entered.Release();
            released.Wait(Stop);
        }

        async Task WaitAsync(LaneTurn turn, string name)
        {
            try
            {
                await turn;
            }
            finally
            {
                _slices.Add(name);
            }
        }
    }

    /// <summary>Runs work of several sessions side by side; each notes its slices, which last as long as they may.</summary>
    private async Task RunAsync(WorkLane lane, int slices, params (string Session, ClientIdentity Client)[] all)
    {
        using var begun = new ManualResetEventSlim();
        var turns = all.Select(one => lane.Join(new NodeId(1, one.Session), one.Client, Stop)).ToArray();
        var work = all.Select((one, i) => WorkAsync(turns[i], one.Session)).ToArray();
        begun.Set();
        await Task.WhenAll(work);

        async Task WorkAsync(LaneTurn turn, string name)
        {
            using (turn)
            {
                await turn;
                begun.Wait(Stop);
                for (var i = 0; i < slices; i++)
                {
                    _slices.Add(name);
                    _clock.Advance(WorkLane.Slice);
                    await turn;
                }
            }
        }
    }
}
