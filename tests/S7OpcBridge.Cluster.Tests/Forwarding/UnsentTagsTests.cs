using S7OpcBridge.Cluster.Forwarding;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Tests.Forwarding;

internal sealed class UnsentTagsTests
{
    [FsCheck.NUnit.Property(MaxTest = 200)]
    public void A_tag_waits_once_however_often_it_changes_and_none_is_lost(byte[] changes)
    {
        var backlog = new UnsentTags();
        var (expected, taken) = (new HashSet<int>(), new List<PlcShare>());
        foreach (var change in changes)
        {
            if (change < 200)
            {
                backlog.Mark(change % 3, 0, [new TagSample(change, default, TagQuality.Good, 0)]);
                expected.Add(change);
            }
            else
            {
                Take(backlog, taken, change - 199, expected);
                if (change % 2 == 0)
                {
                    // It was not answered.
                    expected.UnionWith(taken.SelectMany(static share => share.Ids.ToArray()));
                    backlog.PutBack(taken);
                }
            }
            Assert.That(backlog.Count, Is.EqualTo(expected.Count));
        }
        while (backlog.Any)
            Take(backlog, taken, 7, expected);
        Assert.That(expected, Is.Empty);
    }

    private static void Take(UnsentTags backlog, List<PlcShare> taken, int most, HashSet<int> expected)
    {
        taken.Clear();
        backlog.Dequeue(taken, most);
        foreach (var id in taken.SelectMany(static share => share.Ids.ToArray()))
            Assert.That(expected.Remove(id), $"tag {id} was sent without a change, or twice");
        Assert.That(taken.Select(static share => share.Plc), Is.Unique);
    }
}
