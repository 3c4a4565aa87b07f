using S7OpcBridge.Core.ClassicS7;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Tests;

public sealed class ScanPlanTests
{
    [FsCheck.NUnit.Property]
    public bool Every_slot_in_the_plan_lies_whole_in_the_image_that_its_items_fill((byte, byte, byte)[] picks)
    {
        var slots = Slots(picks);
        foreach (var pduSize in new[] { 240, 480, 960 })
        {
            var plan = Build(slots, pduSize);
            for (var i = 0; i < slots.Length; i++)
            {
                if (plan.ImageOffsets[i] < 0 ? !slots[i].Refused : !IsFilled(plan, slots[i], i))
                    return false;
            }
            if (
                plan.Requests.Any(request => request.RequestBytes > pduSize || request.ResponseBytes > pduSize || request.Items.Length > 20)
            )
                return false;
        }
        return true;
    }

    [Test]
    public void Careful_slots_are_read_without_a_byte_that_no_tag_owns()
    {
        var slots = Slots([(0, 1, 0), (3, 1, 0), (4, 1, 0)]);
        foreach (ref var slot in slots.AsSpan())
            slot.Care = SlotMerging.Exact;

        var plan = Build(slots, 240);

        Assert.That(plan.Ranges.Select(range => (range.Start, range.Length)), Is.EqualTo(new[] { (0, 2), (6, 4) }));
        Assert.That(plan.ImageOffsets, Is.EqualTo(new[] { 0, 2, 4 }));
    }

    [Test]
    public void Slots_of_a_snapshot_come_from_one_request()
    {
        // 40 scattered slots need several requests of 19 items; the first and the last belong together.
        var slots = Slots([.. Enumerable.Range(0, 40).Select(i => ((byte)(i * 6), (byte)1, (byte)(i / 2)))]);
        var apart = Build(slots, 240);
        slots[0].Snapshot = slots[39].Snapshot = 1;
        var together = Build(slots, 240);

        Assert.That(apart.JobOf(39), Is.Not.EqualTo(apart.JobOf(0)));
        Assert.That(together.JobOf(39), Is.EqualTo(together.JobOf(0)));
    }

    [Test]
    public void Suspects_are_read_alone_and_refused_slots_not_at_all()
    {
        var slots = Slots([(0, 1, 0), (1, 1, 0), (2, 1, 0), (3, 1, 0)]);
        slots[1].Suspect = slots[2].Suspect = true;
        slots[3].Refused = true;

        var plan = Build(slots, 240);

        Assert.That(plan.Ranges.Select(range => (range.Start, range.Length)), Is.EqualTo(new[] { (0, 2), (2, 2), (4, 2) }));
        Assert.That(plan.Suspects, Is.EqualTo(new[] { 1, 2 }));
        Assert.That(plan.ImageOffsets[3], Is.EqualTo(-1));
    }

    [Test]
    public void Thousands_of_suspects_take_turns()
    {
        var slots = Slots([.. Enumerable.Range(0, 5000).Select(i => ((byte)(i & 255), (byte)1, (byte)(i >> 8)))]);
        foreach (ref var slot in slots.AsSpan())
            slot.Suspect = true;

        var plan = Build(slots, 240);

        Assert.That(plan.Jobs, Has.Length.EqualTo(8));
    }

    [Test]
    public void The_job_of_a_slot_is_the_one_with_its_first_byte()
    {
        var slots = Slots([.. Enumerable.Range(0, 250).Select(i => ((byte)i, (byte)1, (byte)1))]);

        var plan = Build(slots, 240);

        Assert.That(plan.Jobs, Has.Length.GreaterThan(1));
        for (var i = 0; i < slots.Length; i++)
        {
            var items = plan.Ranges[plan.FirstItems[plan.JobOf(i)]..plan.FirstItems[plan.JobOf(i) + 1]];
            Assert.That(items.Any(range => range.Start <= slots[i].Range.Start && slots[i].Range.Start < range.End), Is.True);
        }
    }

    private static S7ScanPlan Build(TagSlot[] slots, int pduSize) =>
        ScanPlanBuilder.Build(
            [new ClassSpan(new ScanGroup(0, 0, "only", TimeSpan.FromSeconds(1)), 0, slots.Length)],
            [0],
            slots,
            new PlanOptions(pduSize, 20)
        )[0];

    private static bool IsFilled(S7ScanPlan plan, in TagSlot slot, int index)
    {
        var filled = new bool[plan.ImageSize];
        for (var item = 0; item < plan.Items.Length; item++)
        {
            if (!plan.EntriesOf(item).Contains(index))
                continue;
            // Where item and slot overlap, the image byte must be the slot's own byte.
            var (here, range) = (plan.Items[item], plan.Ranges[item]);
            for (var i = 0; i < range.ByteLength; i++)
            {
                var inSlot = here.ImageOffset + i - plan.ImageOffsets[index];
                if (inSlot >= 0 && inSlot < slot.Codec.Size)
                    filled[here.ImageOffset + i] = range.Start + i == slot.Range.Start + inSlot && range.Db == slot.Range.Db;
            }
        }
        return filled.AsSpan(plan.ImageOffsets[index], slot.Codec.Size).IndexOf(false) < 0;
    }

    [Test]
    public void An_array_larger_than_a_PDU_lies_whole_in_the_image_too()
    {
        var slots = Slots([(0, 1, 0), (10, 250, 0)], longest: 256);

        var plan = Build(slots, 240);

        Assert.That(IsFilled(plan, slots[0], 0) && IsFilled(plan, slots[1], 1), Is.True);
        Assert.That(plan.Torn, Is.EqualTo(new[] { 1 }));
    }

    // Offset in words, length in words, block and care: enough to overlap and repeat. How the planner cuts and packs is tested with it, in S7.
    private static TagSlot[] Slots((byte At, byte Words, byte Block)[] picks, int longest = 20) =>
        Array.ConvertAll(
            picks,
            pick =>
            {
                pick.Words = (byte)(pick.Words % longest);
                var type = pick.Words <= 1 ? new S7DataType(S7TypeKind.Int) : new S7DataType(S7TypeKind.Int, ArrayLength: pick.Words);
                var tag = new Tag
                {
                    Id = 0,
                    Path = "T",
                    Plc = 0,
                    ScanGroup = 0,
                    Address = new S7Address(S7Area.DataBlock, (ushort)(1 + pick.Block % 30), 2 * pick.At),
                    Type = type,
                };
                var slot = TagSlot.For(tag, S7Codec.Create(type, 0, S7CodecOptions.Default));
                slot.Care = (SlotMerging)(
                    pick.Words % 4 == 3 ? 1
                    : pick.Words % 8 == 6 ? 2
                    : 0
                );
                return slot;
            }
        );
}
