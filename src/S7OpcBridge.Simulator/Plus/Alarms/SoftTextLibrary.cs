using System.Text;
using S7OpcBridge.S7Plus.Alarms;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.Simulator.Plus.Alarms;

/// <summary>Text lists in the tables in which a CPU sends them.</summary>
internal static class SoftTextLibrary
{
    private const int Head = 16;

    /// <summary>The lists of one language; null: there are none.</summary>
    public static PlusObject? Encode(IReadOnlyList<SoftTextList> all, int lcid)
    {
        var wanted = all.Where(list => list.Lcid == lcid).ToArray();
        if (wanted.Length == 0)
            return null;
        var (lists, entries, strings) = (new PlusWriter(), new PlusWriter(), new PlusWriter());
        foreach (var each in new[] { lists, entries, strings })
            each.Bytes(new byte[Head]);
        lists.UInt32Le((uint)wanted.Length);
        foreach (var list in wanted)
        {
            lists.UInt16Le((ushort)list.Number);
            lists.UInt32Le((uint)entries.Length);
            entries.UInt32Le((uint)list.Entries.Count);
            foreach (var (value, text) in list.Entries)
            {
                entries.UInt32Le((uint)value);
                entries.UInt32Le((uint)strings.Length);
                var bytes = Encoding.UTF8.GetBytes(text);
                strings.UInt16Le((ushort)bytes.Length);
                strings.Bytes(bytes);
            }
        }
        var found = new PlusObject { Rid = AlarmIds.TextLists + (uint)lcid, Class = AlarmIds.TextLibraryClass };
        PlusValue[] tables = [PlusValue.Blob(lists.Written), PlusValue.Blob(entries.Written)];
        found.Attributes.Add(new PlusMember(AlarmIds.TextOffsets, new PlusValue(ValueFlags.Array, WireType.Blob, 0, tables)));
        found.Attributes.Add(new PlusMember(AlarmIds.TextStrings, PlusValue.Blob(strings.Written)));
        return found;
    }
}
