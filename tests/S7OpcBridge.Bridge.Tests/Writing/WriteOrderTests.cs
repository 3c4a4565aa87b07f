using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests;

[CancelAfter(120_000)]
public sealed class WriteOrderTests
{
    private const int Slow = 60_000;
    private const int Recipe = 200;

    private static void RecipeAndStart(TagList tags)
    {
        tags.Class("rare", Slow);
        for (var i = 0; i < Recipe; i++)
            tags.Tag($"R{i}", $"DB1.DBW{4 * i}", "Int");
        tags.Tag("Start", "DB1.DBX900.0", "Bool");
    }

    [Test]
    public async Task The_start_bit_of_a_call_arrives_after_its_recipe_however_many_jobs_that_takes(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(RecipeAndStart, token);
        await plant.UntilAsync("Start", StatusCodes.Good, token);
        for (short round = 1; round <= 20; round++)
        {
            plant.Poke(900, 0);
            var call = plant.WriteAsync(
                token,
                [.. Enumerable.Range(0, Recipe).Select(i => ($"R{i}", Variant.From(round))), ("Start", Variant.From(true))]
            );
            await Poll.UntilAsync(() => plant.Peek(900, 1)[0] != 0, token);
            AssertRecipe(plant, round);
            Assert.That(await call, Is.All.EqualTo("Good"));
        }
        Assert.That(plant.Plc.Counters.WriteJobs, Is.GreaterThan(20 * 3), "the recipe is longer than a PDU");
    }

    [Test]
    public async Task Calls_of_a_session_arrive_in_their_order_though_nobody_waits_for_the_first(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(RecipeAndStart, token);
        await plant.UntilAsync("Start", StatusCodes.Good, token);
        for (short round = 1; round <= 20; round++)
        {
            plant.Poke(900, 0);
            var recipe = plant.WriteAsync(token, [.. Enumerable.Range(0, Recipe).Select(i => ($"R{i}", Variant.From(round)))]);
            var start = plant.WriteAsync(token, ("Start", Variant.From(true)));
            Assert.That(await start, Is.All.EqualTo("Good"));
            AssertRecipe(plant, round);
            Assert.That(await recipe, Is.All.EqualTo("Good"));
        }
    }

    [Test]
    public async Task Two_hundred_clients_writing_bits_of_the_same_bytes_keep_every_bit(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            tags =>
            {
                tags.Class("rare", Slow);
                for (var i = 0; i < 200; i++)
                    tags.Tag($"B{i}", $"DB1.DBX{i / 8}.{i % 8}", "Bool");
            },
            token
        );
        await plant.UntilAsync("B199", StatusCodes.Good, token);
        var clients = new List<UaTestClient>();
        try
        {
            for (var i = 0; i < 200; i++)
                clients.Add(await UaTestClient.ConnectAsync(plant.Port, token));
            // Every client switches its own bit on and off three times; the last word of the even ones is on.
            await Task.WhenAll(clients.Select((client, i) => ToggleAsync(client, i)));
        }
        finally
        {
            foreach (var client in clients)
                await client.DisposeAsync();
        }

        Assert.That(plant.Peek(0, 25), Is.All.EqualTo(0b0101_0101));
        Assert.That(plant.Plc.Counters.WriteItems, Is.EqualTo(200 * 6 + 100));

        async Task ToggleAsync(UaTestClient client, int bit)
        {
            for (var i = 0; i < (bit % 2 == 0 ? 7 : 6); i++)
                Assert.That(
                    await ServedPlant.WriteAsync(client, token, ($"B{bit}", Variant.From(i % 2 == 0))),
                    Is.EqualTo(new[] { "Good" })
                );
        }
    }

    private static void AssertRecipe(ServedPlant plant, short round)
    {
        var bytes = plant.Peek(0, 4 * Recipe);
        for (var i = 0; i < Recipe; i++)
            Assert.That(
                (bytes[4 * i], bytes[4 * i + 1], bytes[4 * i + 2], bytes[4 * i + 3]),
                Is.EqualTo(((byte)0, (byte)round, (byte)0, (byte)0)),
                $"word {i}, and the gap behind it"
            );
    }
}
