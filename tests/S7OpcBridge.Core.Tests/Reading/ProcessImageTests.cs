using S7OpcBridge.Core.ClassicS7;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Tests;

public sealed class ProcessImageTests
{
    private static readonly byte[] Before = [0, 1, 0, 2],
        After = [0, 3, 0, 4];

    [TestCase(TagQuality.ConfigurationError)]
    [TestCase(TagQuality.LayoutChanged)]
    public void A_tag_that_is_out_says_nothing_while_the_plan_before_still_brings_its_bytes(TagQuality why)
    {
        TagSlot[] slots = [SlotAt(0), SlotAt(2)];
        var image = new ProcessImage();
        image.Adopt(
            ScanPlanBuilder.Build(
                [new ClassSpan(new ScanGroup(0, 0, "only", TimeSpan.FromSeconds(1)), 0, 2)],
                [0],
                slots,
                new PlanOptions(240, 20)
            )[0],
            slots
        );
        Assert.That(Taken(image, Before, slots), Is.EqualTo(new[] { 0, 2 }));

        (slots[1].Refused, slots[1].Held, slots[1].Sent) = (why == TagQuality.ConfigurationError, why == TagQuality.LayoutChanged, why);

        Assert.That(Taken(image, After, slots), Is.EqualTo(new[] { 0 }));
        Assert.That(slots[1].Sent, Is.EqualTo(why));
    }

    private static int[] Taken(ProcessImage image, byte[] answer, TagSlot[] slots)
    {
        var batch = new TagBatch();
        image.Compare(0, answer, slots, TagQuality.Good, sourceTicks: 1, batch);
        return Array.ConvertAll(batch.Samples.ToArray(), sample => sample.Tag);
    }

    // The tag's number is its offset.
    private static TagSlot SlotAt(int offset)
    {
        var type = new S7DataType(S7TypeKind.Int);
        var tag = new Tag
        {
            Id = offset,
            Path = $"T{offset}",
            Plc = 0,
            ScanGroup = 0,
            Address = new S7Address(S7Area.DataBlock, 1, offset),
            Type = type,
        };
        return TagSlot.For(tag, S7Codec.Create(type, 0, S7CodecOptions.Default));
    }
}
