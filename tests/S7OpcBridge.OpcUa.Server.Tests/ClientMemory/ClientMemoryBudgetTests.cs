using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Channel.Transport;

namespace S7OpcBridge.OpcUa.Server.Tests.ClientMemory;

/// <summary>Who gives way when the memory for clients is short.</summary>
[CancelAfter(30_000)]
internal sealed class ClientMemoryBudgetTests
{
    private const int Kilo = 1024;

    [Test]
    public async Task The_largest_holder_gives_way_first_and_nobody_else(CancellationToken stop)
    {
        var budget = new ClientMemoryBudget(1000 * Kilo);
        var told = new TaskCompletionSource<string>();
        var small = Holder(budget, "small", told);
        var large = Holder(budget, "large", told);
        var last = Holder(budget, "last", told);
        small.Add(300 * Kilo);
        large.Add(600 * Kilo);
        Assert.That(budget.Figures.GaveWay, Is.Zero);
        last.Add(200 * Kilo);
        Assert.That(await told.Task.WaitAsync(stop), Is.EqualTo("large"));
        large.Add(-600 * Kilo);
        large.Close();
        Assert.That((budget.Taken, budget.Figures.GaveWay), Is.EqualTo((500 * Kilo, 1)));
    }

    [Test]
    public async Task What_a_client_holds_in_regular_operation_does_not_make_it_the_largest(CancellationToken stop)
    {
        var budget = new ClientMemoryBudget(1000 * Kilo);
        var told = new TaskCompletionSource<string>();
        var reader = Holder(budget, "reader", told, usual: 512 * Kilo);
        var hoarder = Holder(budget, "hoarder", told);
        reader.Add(600 * Kilo);
        hoarder.Add(500 * Kilo);
        Assert.That(await told.Task.WaitAsync(stop), Is.EqualTo("hoarder"));
    }

    [Test]
    public async Task Many_usual_amounts_that_are_too_much_together_cost_copies_and_nobodys_connection(CancellationToken stop)
    {
        var budget = new ClientMemoryBudget(1000 * Kilo);
        var told = new TaskCompletionSource<string>();
        var reader = Holder(budget, "reader", told);
        reader.Add(20 * Kilo / 10);
        var copies = Enumerable
            .Range(0, 3)
            .Select(i => new HeldMemory(budget, ClientMemoryKind.Retransmission, () => told.TrySetResult("copies"), 512 * Kilo))
            .ToArray();
        foreach (var each in copies)
            each.Add(400 * Kilo);
        Assert.That(await told.Task.WaitAsync(stop), Is.EqualTo("copies"));
    }

    [Test]
    public void While_it_is_short_requests_that_would_wait_are_refused()
    {
        var budget = new ClientMemoryBudget(100 * Kilo);
        var held = new HeldMemory(budget, ClientMemoryKind.Requests);
        var pending = new PendingCalls(10);
        using var first = pending.Begin(1, 0, TimeProvider.System, new WaitingRequest(held, 20 * Kilo));
        Assert.That(
            () => pending.Begin(2, 0, TimeProvider.System, new WaitingRequest(held, 20 * Kilo)),
            Throws.TypeOf<UaException>().With.Property("Status").EqualTo((StatusCode)StatusCodes.BadOutOfMemory)
        );
        pending.End(first);
        Assert.That(budget.Taken, Is.Zero);
    }

    [Test]
    public void All_that_is_taken_is_given_back_whatever_the_steps()
    {
        var budget = new ClientMemoryBudget(long.MaxValue);
        var held = new HeldMemory(budget, ClientMemoryKind.Answers);
        Parallel.For(
            0,
            10_000,
            i =>
            {
                held.Add(i * 7);
                held.Add(-i * 7);
            }
        );
        Assert.That((held.Bytes, budget.Taken, budget.Figures.ByKind.Sum()), Is.EqualTo((0L, 0L, 0L)));
    }

    private static HeldMemory Holder(ClientMemoryBudget budget, string name, TaskCompletionSource<string> told, int usual = 0) =>
        new(
            budget,
            ClientMemoryKind.Requests,
            () =>
            {
                told.TrySetResult(name);
                return false;
            },
            usual
        );
}
