using System.Buffers.Binary;
using System.IO.Compression;
using System.Text;

namespace S7OpcBridge.Import.Tests.Step7;

/// <summary>Makes the tables of a STEP 7 V5 project.</summary>
internal static class Step7ProjectFiles
{
    public static byte[] Dbf((string Name, int Length)[] fields, params string[][] rows)
    {
        var head = 32 + (fields.Length * 32) + 1;
        var length = 1 + fields.Sum(field => field.Length);
        var bytes = new byte[head + (rows.Length * length)];
        bytes[0] = 3;
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(4), rows.Length);
        BinaryPrimitives.WriteUInt16LittleEndian(bytes.AsSpan(8), (ushort)head);
        BinaryPrimitives.WriteUInt16LittleEndian(bytes.AsSpan(10), (ushort)length);
        for (var i = 0; i < fields.Length; i++)
        {
            Encoding.ASCII.GetBytes(fields[i].Name, bytes.AsSpan(32 + (i * 32)));
            bytes[32 + (i * 32) + 11] = (byte)'C';
            bytes[32 + (i * 32) + 16] = (byte)fields[i].Length;
        }
        bytes[head - 1] = 0x0D;
        bytes.AsSpan(head).Fill((byte)' ');
        for (var r = 0; r < rows.Length; r++)
        {
            var at = head + (r * length);
            bytes[at] = (byte)(rows[r][0].StartsWith('*') ? '*' : ' ');
            at++;
            for (var f = 0; f < fields.Length; f++)
            {
                Encoding.Latin1.GetBytes(rows[r][f], bytes.AsSpan(at));
                at += fields[f].Length;
            }
        }
        return bytes;
    }

    public static byte[] Dbt(string[] memos)
    {
        var bytes = new byte[512 * (memos.Length + 1)];
        bytes[21] = 2;
        for (var i = 0; i < memos.Length; i++)
        {
            var at = 512 * (i + 1);
            byte[] start = [0xFF, 0xFF, 8, 0];
            start.CopyTo(bytes, at);
            BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(at + 4), memos[i].Length + 8);
            Encoding.Latin1.GetBytes(memos[i], bytes.AsSpan(at + 8));
        }
        return bytes;
    }

    public static void Add(ZipArchive zip, string name, byte[] bytes)
    {
        using var entry = zip.CreateEntry(name, CompressionLevel.NoCompression).Open();
        entry.Write(bytes);
    }
}
