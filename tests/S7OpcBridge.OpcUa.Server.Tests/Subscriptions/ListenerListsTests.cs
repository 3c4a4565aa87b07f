using FsCheck;
using FsCheck.Fluent;
using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions;

public class ListenerListsTests
{
    [FsCheck.NUnit.Property(MaxTest = 200)]
    public Property Lists_hold_what_was_added_and_not_removed_each_at_the_position_that_was_told() =>
        Prop.ForAll(
            ArbMap.Default.GeneratorFor<(byte Action, byte Variable, ushort Pick)>().ArrayOf(600).ToArbitrary(),
            steps =>
            {
                var lists = new ListenerLists(4);
                var expected = Enumerable.Range(0, 4).Select(_ => new List<ListeningItem>()).ToArray();
                var next = 0;
                foreach (var (action, variable, pick) in steps)
                {
                    var list = expected[variable % 4];
                    if (action % 5 < (next % 200 < 100 ? 4 : 2)) // phases of growth and of decline
                    {
                        var listener = new ListeningItem(variable, next++);
                        if (lists.Add(variable % 4, listener) != list.Count)
                            return false;
                        list.Add(listener);
                    }
                    else if (list.Count > 0)
                    {
                        next++;
                        var position = pick % list.Count;
                        var hasMoved = lists.Remove(variable % 4, position, out var moved);
                        if (hasMoved != (position != list.Count - 1) || hasMoved && moved != list[^1])
                            return false;
                        list[position] = list[^1];
                        list.RemoveAt(list.Count - 1);
                    }

                    if (!lists.ItemsOf(variable % 4).SequenceEqual(list.ToArray()))
                        return false;
                }

                return expected.Select((list, variable) => lists.ItemsOf(variable).SequenceEqual(list.ToArray())).All(same => same);
            }
        );
}
