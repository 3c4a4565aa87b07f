using S7OpcBridge.S7Plus.Alarms;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Alarms;

/// <summary>Tables of text lists, in both widths.</summary>
public sealed class TextLibraryTests
{
    [Test]
    public void Entries_of_eight_bytes_have_values_of_32_bits()
    {
        var library = Library([(519, [(70_000, "Alpha"), (-1, "Last")]), (520, [(1, "Other")])], isOld: false);
        Assert.Multiple(() =>
        {
            Assert.That(library.Find(519, 70_000), Is.EqualTo("Alpha"));
            Assert.That(library.Find(519, -1), Is.EqualTo("Last"));
            Assert.That(library.Find(519, 1), Is.Null);
            Assert.That(library.Find(520, 1), Is.EqualTo("Other"));
            Assert.That(library.Find(521, 1), Is.Null);
        });
    }

    [Test]
    public void Entries_of_six_bytes_have_values_of_16_bits()
    {
        var library = Library([(519, [(1, "Alpha"), (ushort.MaxValue, "Last")]), (520, [(1, "Läuft")])], isOld: true);
        Assert.Multiple(() =>
        {
            Assert.That(library.Find(519, 1), Is.EqualTo("Alpha"));
            Assert.That(library.Find(519, ushort.MaxValue), Is.EqualTo("Last"));
            Assert.That(library.Find(520, 1), Is.EqualTo("Läuft"));
        });
    }

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public void Tables_of_any_content_are_read_without_a_complaint(byte[] lists, byte[] entries, byte[] strings, uint count)
    {
        var table = new byte[lists.Length + 20];
        BitConverter.TryWriteBytes(table.AsSpan(16), count);
        lists.CopyTo(table, 20);
        var library = From(table, entries, strings);
        for (var list = 0; list < 5; list++)
            library.Find(list, list);
    }

    private static TextLibrary Library((ushort Id, (int Value, string Text)[] Entries)[] lists, bool isOld)
    {
        var (table, entries, strings) = (new PlusWriter(), new PlusWriter(), new PlusWriter());
        table.Bytes(new byte[16]);
        table.UInt32Le((uint)lists.Length);
        entries.Bytes(new byte[16]);
        strings.Bytes(new byte[8]);
        foreach (var (id, texts) in lists)
        {
            table.UInt16Le(id);
            table.UInt32Le((uint)entries.Length);
            entries.UInt32Le((uint)texts.Length);
            foreach (var (value, text) in texts)
            {
                if (isOld)
                    entries.UInt16Le((ushort)value);
                else
                    entries.UInt32Le((uint)value);
                entries.UInt32Le((uint)strings.Length);
                var bytes = System.Text.Encoding.UTF8.GetBytes(text);
                strings.UInt16Le((ushort)bytes.Length);
                strings.Bytes(bytes);
            }
        }
        return From(table.ToArray(), entries.ToArray(), strings.ToArray());
    }

    private static TextLibrary From(byte[] lists, byte[] entries, byte[] strings)
    {
        var found = new PlusObject { Rid = AlarmIds.TextLists, Class = AlarmIds.TextLibraryClass };
        PlusValue[] tables = [PlusValue.Blob(lists), PlusValue.Blob(entries)];
        found.Attributes.Add(new PlusMember(AlarmIds.TextOffsets, new PlusValue(ValueFlags.Array, WireType.Blob, 0, tables)));
        found.Attributes.Add(new PlusMember(AlarmIds.TextStrings, PlusValue.Blob(strings)));
        return TextLibrary.From([found]);
    }
}
