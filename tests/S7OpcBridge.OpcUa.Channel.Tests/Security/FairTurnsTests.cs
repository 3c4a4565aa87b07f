using System.Net;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security;

/// <summary>Who has the next turn at a private key.</summary>
[CancelAfter(30_000)]
internal sealed class FairTurnsTests
{
    private static readonly IPAddress Here = IPAddress.Loopback,
        There = IPAddress.Parse("192.0.2.7");

    [Test]
    public async Task Users_take_turns_and_so_do_addresses()
    {
        var order = await OrderAsync(("mes", Here), ("mes", Here), ("mes", Here), ("anna", Here), ("", There));
        Assert.That(order, Is.EqualTo(new[] { "mes", "", "anna", "mes", "mes" }));
    }

    [Test]
    public async Task So_many_have_their_turn_at_a_time_and_not_more(CancellationToken token)
    {
        var turns = new FairTurns(2);
        await turns.TakeAsync("a", Here, token);
        await turns.TakeAsync("b", Here, token);
        var third = turns.TakeAsync("c", Here, token);
        Assert.That(third.IsCompleted, Is.False);
        turns.End();
        await third;
        turns.End();
        turns.End();
        await turns.TakeAsync("d", Here, token);
    }

    [Test]
    public async Task Who_gives_up_takes_nobodys_turn(CancellationToken token)
    {
        var turns = new FairTurns(1);
        using var giveUp = new CancellationTokenSource();
        await turns.TakeAsync("a", Here, token);
        var gone = turns.TakeAsync("b", Here, giveUp.Token);
        var next = turns.TakeAsync("c", Here, token);
        await giveUp.CancelAsync();
        Assert.That(async () => await gone, Throws.InstanceOf<OperationCanceledException>());
        turns.End();
        await next;
    }

    private static async Task<string[]> OrderAsync(params (string User, IPAddress Address)[] asked)
    {
        var turns = new FairTurns(1);
        var order = new List<string>();
        await turns.TakeAsync("holder", IPAddress.None, CancellationToken.None);
        var waiting = asked
            .Select(async each =>
            {
                await turns.TakeAsync(each.User, each.Address, CancellationToken.None);
                order.Add(each.User);
                turns.End();
            })
            .ToArray();
        turns.End();
        await Task.WhenAll(waiting);
        return [.. order];
    }
}
