using FsCheck;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Planning;

public sealed class S7PlusReadPlanTests
{
    private static readonly S7PlusLimits Limits = S7PlusLimits.Unknown with { ItemsPerRead = 50, ItemsPerWrite = 50 };

    [FsCheck.NUnit.Property]
    public bool Every_item_is_read_once_and_no_request_is_too_long(PositiveInt seed, byte count, byte mostItems)
    {
        var limits = Limits with { ItemsPerRead = 1 + mostItems };
        var items = Items(new Random(seed.Get), count);
        var plan = S7PlusReadPlan.ForReads(items, limits);
        var seen = new List<int>();
        for (var i = 0; i < plan.Count; i++)
        {
            var job = new S7PlusReadJob([.. plan.ItemsOf(i).ToArray().Select(item => items[item])]);
            var bytes = PlusRequestHead.Length + job.Body.Before.Length + Vlq.Longest32 + job.Body.After.Length;
            if (bytes > limits.RequestBytes || job.Count > limits.ItemsPerRead)
                return false;
            seen.AddRange(plan.ItemsOf(i));
        }
        return seen.Order().SequenceEqual(Enumerable.Range(0, count));
    }

    [Test]
    public void Items_of_a_real_program_take_as_many_requests_as_the_bound(
        [Values(1, 49, 50, 51, 500, 2000, 5000)] int count,
        [Values(20, 50, 100)] int mostItems
    )
    {
        var plan = S7PlusReadPlan.ForReads(Items(new Random(count), count), Limits with { ItemsPerRead = mostItems });
        Assert.That(plan.Count, Is.EqualTo(plan.LowerBound));
    }

    [Test]
    public void An_item_too_long_for_any_request_stands_alone()
    {
        var lids = Enumerable.Repeat(uint.MaxValue, 300).ToArray();
        var huge = new S7PlusItem(new S7PlusAddress(0x8A0E0001, PlusIds.DbValues, lids), new S7PlusShape(S7PlusType.Int));
        var plan = S7PlusReadPlan.ForReads([.. Items(new Random(1), 3), huge], Limits);
        Assert.That(Enumerable.Range(0, plan.Count).Any(i => plan.ItemsOf(i).SequenceEqual([3])));
    }

    [FsCheck.NUnit.Property]
    public bool Writes_keep_their_order_and_fit(PositiveInt seed, byte count)
    {
        var random = new Random(seed.Get);
        var items = Items(random, count);
        var plan = S7PlusReadPlan.ForWrites(items, Limits);
        var seen = new List<int>();
        for (var i = 0; i < plan.Count; i++)
        {
            var chosen = plan.ItemsOf(i).ToArray();
            var job = new S7PlusWriteJob([.. chosen.Select(item => items[item])]);
            for (var k = 0; k < chosen.Length; k++)
            {
                var data = new byte[items[chosen[k]].Shape.ByteLength];
                random.NextBytes(data);
                job.SetData(k, data);
            }
            job.Build([]);
            if (
                PlusRequestHead.Length + job.Body.Before.Length + Vlq.Longest32 + job.Body.After.Length > Limits.RequestBytes
                && chosen.Length > 1
            )
                return false;
            seen.AddRange(chosen);
        }
        return seen.SequenceEqual(Enumerable.Range(0, count));
    }

    private static S7PlusItem[] Items(Random random, int count)
    {
        S7PlusType[] types = [S7PlusType.Bool, S7PlusType.Int, S7PlusType.DInt, S7PlusType.Real, S7PlusType.LInt, S7PlusType.String];
        var items = new S7PlusItem[count];
        for (var i = 0; i < count; i++)
        {
            var lids = new uint[random.Next(1, 6)];
            for (var k = 0; k < lids.Length; k++)
                lids[k] = (uint)random.Next(1, 400);
            var type = types[random.Next(types.Length)];
            var address = new S7PlusAddress(
                PlusIds.DataBlock((ushort)random.Next(1, 300)),
                PlusIds.DbValues,
                lids,
                (uint)random.NextInt64(uint.MaxValue)
            );
            items[i] = new S7PlusItem(address, new S7PlusShape(type, length: type == S7PlusType.String ? random.Next(255) : 0));
        }
        return items;
    }
}
