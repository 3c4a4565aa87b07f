using System.Text;
using S7OpcBridge.Cluster.Tables;

namespace S7OpcBridge.Cluster.Witness;

/// <summary>The bytes between a node and a witness, inside <see cref="Security.Frames"/>.</summary>
internal static class WitnessProtocol
{
    /// <summary>Version of the handshake with a witness; no version of the nodes, so that a node and a witness can't be mistaken for each other.</summary>
    public const int Version = 1001;

    /// <summary>Longest message in bytes: the table of a thousand nodes.</summary>
    public const int Longest = 1 << 20;

    /// <summary>First byte of an answer: done.</summary>
    public const byte Done = 0;

    /// <summary>First byte of an answer: failed; its text follows.</summary>
    public const byte Failed = 1;

    public static byte[] Request(WitnessOperation operation, int expectedVersion = 0, int version = 0, string text = "") =>
        Bytes(writer =>
        {
            writer.Write((byte)operation);
            writer.Write(expectedVersion);
            writer.Write(version);
            writer.Write(text);
        });

    public static (WitnessOperation Operation, int ExpectedVersion, int Version, string Text) ParseRequest(byte[] request)
    {
        using var reader = Reader(request);
        return ((WitnessOperation)reader.ReadByte(), reader.ReadInt32(), reader.ReadInt32(), reader.ReadString());
    }

    public static byte[] Failure(string text) =>
        Bytes(writer =>
        {
            writer.Write(Failed);
            writer.Write(text);
        });

    public static byte[] Answer(bool done) =>
        Bytes(writer =>
        {
            writer.Write(Done);
            writer.Write(done);
        });

    public static byte[] Answer(StoredTable table) =>
        Bytes(writer =>
        {
            writer.Write(Done);
            writer.Write(table.Version);
            writer.Write(table.Rows);
            writer.Write(table.Now.Ticks);
            writer.Write(table.Alive.Count);
            foreach (var (silo, time) in table.Alive)
            {
                writer.Write(silo);
                writer.Write(time.Ticks);
            }
        });

    public static bool ParseDone(byte[] answer)
    {
        using var reader = Reader(answer);
        Check(reader);
        return reader.ReadBoolean();
    }

    public static StoredTable ParseTable(byte[] answer)
    {
        using var reader = Reader(answer);
        Check(reader);
        var (version, rows, now, count) = (reader.ReadInt32(), reader.ReadString(), Time(reader), reader.ReadInt32());
        var alive = new Dictionary<string, DateTime>();
        for (var i = 0; i < count; i++)
            alive[reader.ReadString()] = Time(reader);
        return new StoredTable(version, rows, alive, now);
    }

    private static void Check(BinaryReader reader)
    {
        if (reader.ReadByte() != Done)
            throw new IOException($"The witness says: {reader.ReadString()}");
    }

    private static DateTime Time(BinaryReader reader) => new(reader.ReadInt64(), DateTimeKind.Utc);

    private static BinaryReader Reader(byte[] message) => new(new MemoryStream(message), Encoding.UTF8);

    private static byte[] Bytes(Action<BinaryWriter> write)
    {
        var stream = new MemoryStream();
        using var writer = new BinaryWriter(stream, Encoding.UTF8);
        write(writer);
        writer.Flush();
        return stream.ToArray();
    }
}
