using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Diagnostics;
using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Diagnostics;

/// <summary>What counting, and looking at the counters, costs the others.</summary>
[CancelAfter(30_000)]
internal sealed class DiagnosticsCostTests : UaServerFixture
{
    [Test]
    public void To_ask_ten_thousand_times_at_once_costs_one_look()
    {
        var diagnostics = new ServerDiagnostics(new UaServerOptions { ApplicationUri = "urn:test", Time = Clock }, new ServerCounters());
        var table = new VariableTable(1, 1);
        using var services = new SubscriptionServices(
            new S7OpcBridge.OpcUa.Server.AddressSpace(table, Clock, Namespace0.Load(Clock)),
            table,
            new SubscriptionLimits(),
            Clock,
            alive: diagnostics.Subscriptions
        );
        services.CreateSubscription(services.CreateOwner(new OwnerIdentity(null, null, false)), new CreateSubscriptionRequest());
        var first = diagnostics.AllSubscriptions().Reference;
        Assert.That(first, Has.Length.EqualTo(1));
        Assert.That(diagnostics.AllSubscriptions().Reference, Is.SameAs(first));
        Clock.Advance(TimeSpan.FromMilliseconds(51));
        Assert.That(diagnostics.AllSubscriptions().Reference, Is.Not.SameAs(first));
    }

    [Test]
    public async Task Who_samples_the_figures_of_others_never_waits_for_their_gates()
    {
        using var rig = new Subscriptions.Rig();
        var id = rig.Subscribe();
        rig.Monitor(id, Subscriptions.TestNodes.Double);
        Assert.That(rig.Owner.Snapshot(), Has.Property("Items").EqualTo(1u));
        var subscription = rig.Services.Subscriptions.Single();
        using var inside = new ManualResetEventSlim();
        using var done = new ManualResetEventSlim();
        var busy = Task.Run(() =>
        {
            // Somebody who samples us while we sample him: he holds his gate until we are done.
            lock (rig.Owner.Gate)
            {
                inside.Set();
                done.Wait(Stop);
            }
        });
        inside.Wait(Stop);
        Assert.That(
            (rig.Owner.Snapshot().Items, SubscriptionDiagnostics.DiagnosticsOf(subscription)!.MonitoredItemCount),
            Is.EqualTo((1u, 1u))
        );
        done.Set();
        await busy;
    }

    [Test]
    public void Counting_allocates_nothing()
    {
        var counters = new SessionCounters();
        counters.Count(SessionServiceOf.Request(ReadRequest.EncodingId));
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 1000; i++)
            counters.Count(SessionServiceOf.Request(ReadRequest.EncodingId));
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
        Assert.That(counters.CounterOf(SessionService.Read).TotalCount, Is.EqualTo(1001));
    }
}
