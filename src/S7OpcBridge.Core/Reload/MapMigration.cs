using System.Collections.Immutable;
using System.Diagnostics;
using System.Runtime.InteropServices;
using S7OpcBridge.Core.Reload;

namespace S7OpcBridge.Core;

/// <summary>
/// A new map, renumbered to follow a running one. Entries that stay keep their numbers. A tag that is read in another way (address, type, class, codec) gets a
/// new number, so that an old value is never shown as a value of the new tag.
/// </summary>
public sealed class MapMigration
{
    private MapMigration(TagMap before, TagMap after, ImmutableArray<int> blank) => (Before, After, Blank) = (before, after, blank);

    /// <summary>The running map.</summary>
    public TagMap Before { get; }

    /// <summary>The new one.</summary>
    public TagMap After { get; }

    /// <summary>Numbers of the tags without a known value: new ones and those that are read in another way now.</summary>
    public ImmutableArray<int> Blank { get; }

    /// <summary>Renumbers a compiled map to follow the running one.</summary>
    /// <param name="running">The running map. Entries gone in it must be out of use, because their numbers are reused.</param>
    /// <param name="compiled">The new map.</param>
    /// <param name="freeTag">First number that is free for tags. Numbers below it that the running map does not have are in other use.</param>
    /// <param name="freeGroup">The same for scan classes.</param>
    public static MapMigration Create(TagMap running, TagMap compiled, int freeTag, int freeGroup)
    {
        var plcs = new IdAllocator<PlcDefinition>(
            running.Plcs,
            running.Plcs.Length,
            static plc => plc.IsGone,
            static plc => plc with { IsGone = true },
            static _ => throw new UnreachableException()
        );
        var groups = new IdAllocator<ScanGroup>(
            running.ScanGroups,
            freeGroup,
            static group => group.IsGone,
            static group => group with { Plc = -1 },
            static number => new ScanGroup(number, -1, "", TimeSpan.Zero)
        );
        var tags = new IdAllocator<Tag>(
            running.Tags,
            freeTag,
            static tag => tag.IsGone && tag.Plc >= 0,
            static tag => tag with { ScanGroup = -1, Access = default },
            Taken
        );

        var plcNumbers = NumberPlcs(running, compiled, plcs);
        var groupNumbers = NumberGroups(running, compiled, plcNumbers, groups);
        var moved = compiled
            .Listed.Select(tag => tag with { Plc = plcNumbers[tag.Plc], ScanGroup = groupNumbers[tag.ScanGroup] })
            .ToArray();
        var blank = NumberTags(running, compiled, moved, tags);
        return new MapMigration(
            running,
            new TagMap
            {
                Plcs = plcs.All(),
                ScanGroups = groups.All(),
                Tags = tags.All(),
                Listed = [.. moved],
                Structures = StructureIds.Follow(compiled.Structures, moved),
                StructureTypes = compiled.StructureTypes,
                Machine = compiled.Machine,
                Symbols =
                [
                    .. compiled.Symbols.Select(entry =>
                        entry with
                        {
                            Plc = plcNumbers[entry.Plc],
                            ScanGroup = groupNumbers[entry.ScanGroup],
                        }
                    ),
                ],
            },
            blank
        );
    }

    /// <summary>True: the same bytes are read in the same way by the same class, so that the known value of one is also that of the other.</summary>
    internal static bool IsReadAlike(Tag before, Tag after) =>
        before.ScanGroup == after.ScanGroup
        && before.Address == after.Address
        && before.Type == after.Type
        && Reading(before) == Reading(after);

    // Details without effect on reading: they may change while values stay.
    private static readonly TagDetails Plain = new();

    private static Tag Reading(Tag tag) =>
        tag with
        {
            Id = 0,
            Access = default,
            Details = (tag.Details ?? Plain) with
            {
                Description = null,
                Unit = null,
                Range = null,
                Limits = null,
                NodeId = null,
                WriteEvery = null,
                States = null,
                Snapshot = 0,
                History = null,
                Alarms = null,
            },
        };

    // A variable of _Status has the number; no tag gets it.
    private static Tag Taken(int number) =>
        new()
        {
            Id = number,
            Path = "",
            Plc = -1,
            ScanGroup = -1,
            Address = default,
            Type = default,
            Access = default,
        };

    /// <summary>Assigns each tag its number, in place. Returns the tags without a known value.</summary>
    private static ImmutableArray<int> NumberTags(TagMap running, TagMap compiled, Tag[] moved, IdAllocator<Tag> tags)
    {
        var known = Names(running);
        var numbers = Array.ConvertAll(
            moved,
            tag => known.TryGetValue((tag.Plc, tag.Path), out var before) && IsReadAlike(running.Tags[before], tag) ? before : -1
        );
        var ends = StructureIds.Ends(compiled.Structures, moved.Length);
        // The members of a structure have consecutive numbers, so either all of them keep their numbers or none does. Kept numbers are assigned first.
        for (var i = 0; i < moved.Length; i = ends[i])
        {
            var stays = true;
            for (var member = i; member < ends[i]; member++)
                stays &= numbers[member] >= 0 && numbers[member] == numbers[i] + member - i;
            for (var member = i; member < ends[i]; member++)
            {
                numbers[member] = stays ? numbers[member] : -1;
                if (stays)
                    moved[member] = tags.Keep(numbers[member], moved[member] with { Id = numbers[member] });
            }
        }
        var blank = ImmutableArray.CreateBuilder<int>();
        for (var i = 0; i < moved.Length; i++)
        {
            if (numbers[i] >= 0)
                continue;
            var isAlone = ends[i] == i + 1 && (i == 0 || ends[i - 1] != ends[i]);
            var number = isAlone ? tags.Next() : tags.Append();
            moved[i] = tags.Keep(number, moved[i] with { Id = number });
            blank.Add(number);
        }
        return blank.ToImmutable();
    }

    private static int[] NumberPlcs(TagMap running, TagMap compiled, IdAllocator<PlcDefinition> plcs)
    {
        var known = running.Plcs.ToDictionary(plc => plc.Name, plc => plc.Index);
        var numbers = new int[compiled.Plcs.Length];
        foreach (var plc in compiled.Plcs)
        {
            // A PLC that returns gets its old number, and so do its status nodes.
            var number = known.TryGetValue(plc.Name, out var before) ? before : plcs.Append();
            plcs.Keep(number, plc with { Index = number });
            numbers[plc.Index] = number;
        }
        return numbers;
    }

    private static int[] NumberGroups(TagMap running, TagMap compiled, int[] plcs, IdAllocator<ScanGroup> groups)
    {
        var known = new Dictionary<(int Plc, string Name), int>();
        foreach (var group in running.ScanGroups)
        {
            if (!group.IsGone)
                known[(group.Plc, group.Name)] = group.Index;
        }
        var numbers = new int[compiled.ScanGroups.Length];
        foreach (var group in compiled.ScanGroups)
        {
            var number = known.TryGetValue((plcs[group.Plc], group.Name), out var before) ? before : groups.Append();
            groups.Keep(number, group with { Index = number, Plc = plcs[group.Plc] });
            numbers[group.Index] = number;
        }
        return numbers;
    }

    private static Dictionary<(int Plc, TagPath Path), int> Names(TagMap running)
    {
        var names = new Dictionary<(int, TagPath), int>(running.Listed.Length);
        foreach (var tag in running.Listed)
            CollectionsMarshal.GetValueRefOrAddDefault(names, (tag.Plc, tag.Path), out _) = tag.Id;
        return names;
    }
}
