using S7OpcBridge.Core;
using S7OpcBridge.PubSub.Publishing;

namespace S7OpcBridge.PubSub.Tests.Publishing;

/// <summary>Which tags have changed.</summary>
public sealed class TagMarksTests
{
    [Test]
    public void Only_published_tags_are_marked_and_taking_the_marks_clears_them()
    {
        var marks = Marks([5, 9]);
        marks.Mark(BatchOf(9, 3, 1_000_000));
        var taken = new ulong[1];
        var first = (marks.Take(0, taken), taken[0]);

        Assert.Multiple(() =>
        {
            Assert.That(first, Is.EqualTo((1, 0b10UL)));
            Assert.That(marks.Take(0, taken), Is.Zero);
            Assert.That(marks.Observed, Is.EqualTo(1));
        });
    }

    [Test]
    public void Marks_move_with_their_tags()
    {
        var marks = Marks([5, 9]);
        marks.Mark(BatchOf(5, 9));
        marks.Assign([.. Enumerable.Repeat(-1, 64), 9, .. Enumerable.Repeat(-1, 63)]);
        var taken = new ulong[2];

        Assert.Multiple(() =>
        {
            Assert.That(marks.Take(0, taken), Is.EqualTo(1));
            Assert.That(taken, Is.EqualTo(new[] { 0UL, 1UL }));
        });
    }

    [Test]
    public void A_batch_costs_no_memory()
    {
        var marks = Marks([.. Enumerable.Range(0, 640)]);
        var batch = BatchOf([.. Enumerable.Range(0, 640)]);
        marks.Mark(batch);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 100; i++)
            marks.Mark(batch);

        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
    }

    private static TagMarks Marks(int[] tags)
    {
        var marks = new TagMarks();
        marks.Assign([.. tags, .. Enumerable.Repeat(-1, (64 - tags.Length % 64) % 64)]);
        return marks;
    }

    private static TagBatch BatchOf(params int[] tags)
    {
        var batch = new TagBatch();
        foreach (var tag in tags)
            batch.Add(new TagSample(tag, default, default, 0));
        return batch;
    }
}
