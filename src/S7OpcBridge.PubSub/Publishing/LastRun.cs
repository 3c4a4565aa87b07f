using System.Buffers;
using System.Text.Json;
using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Publishing;

/// <summary>
/// What a publisher has to know of its run before this one: the versions of its datasets, which subscribers remember, and the topics that it keeps at the
/// broker. In a small file beside the journal; without a journal nothing is known.
/// </summary>
internal sealed class LastRun
{
    private const long MostBytes = 64 << 20;

    private readonly string? _path;
    private readonly string _broker;
    private readonly Dictionary<string, (string Fields, ConfigurationVersion Version)> _dataSets = new(StringComparer.Ordinal);

    private LastRun(string? path, string broker) => (_path, _broker) = (path, broker);

    /// <summary>Nothing is known, and nothing is saved.</summary>
    public static LastRun None => new(null, "");

    /// <summary>Topics that were kept at the same broker.</summary>
    public IReadOnlyCollection<string> Topics { get; private set; } = [];

    /// <summary>Reads the file of a folder. One that is not there or can't be read is nothing known: versions move on, and topics stay.</summary>
    /// <param name="folder">The folder of the journal, which this process holds.</param>
    /// <param name="broker">The broker: what was kept at another one is not touched.</param>
    public static LastRun Open(string folder, string broker)
    {
        var last = new LastRun(Path.Combine(folder, "published.json"), broker);
        try
        {
            var file = new FileInfo(last._path!);
            if (file.Exists && file.Length <= MostBytes)
                last.Read(File.ReadAllBytes(file.FullName));
        }
        catch (Exception e)
            when (e
                    is IOException
                        or UnauthorizedAccessException
                        or JsonException
                        or InvalidOperationException
                        or KeyNotFoundException
                        or FormatException
            )
        {
            last._dataSets.Clear();
        }
        return last;
    }

    /// <summary>The version that a dataset had; null: it was not published, or its fields were others.</summary>
    /// <param name="key">Name of the writer, see <see cref="WriterPlan.Key"/>.</param>
    /// <param name="fields">Its fields, see <see cref="WriterPlan.FieldsDigest"/>.</param>
    /// <param name="newest">Receives the newest version of that name; 0: none.</param>
    public ConfigurationVersion? VersionOf(string key, string fields, out uint newest)
    {
        newest = 0;
        if (!_dataSets.TryGetValue(key, out var known))
            return null;
        newest = known.Version.Minor;
        return known.Fields == fields ? known.Version : null;
    }

    /// <summary>Writes what is published now. A file that can't be written is left as it was.</summary>
    public void Save(IReadOnlyList<DataSetWriter> writers, IReadOnlyCollection<string> topics)
    {
        if (_path is null)
            return;
        var output = new ArrayBufferWriter<byte>(4096);
        using (var json = new Utf8JsonWriter(output, new JsonWriterOptions { Indented = true }))
            Write(json, writers, topics);
        var unfinished = _path + ".new";
        try
        {
            using (var file = JournalFiles.Create(unfinished))
            {
                file.Write(output.WrittenSpan);
                file.Flush(flushToDisk: true);
            }
            File.Move(unfinished, _path, overwrite: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The journal, in the same folder, tells of the disk. The next run may raise versions that did not change.
        }
    }

    private void Read(byte[] bytes)
    {
        using var document = JsonDocument.Parse(bytes);
        var root = document.RootElement;
        foreach (var set in root.GetProperty("datasets").EnumerateArray())
            _dataSets[set.GetProperty("writer").GetString()!] = (
                set.GetProperty("fields").GetString()!,
                new ConfigurationVersion(set.GetProperty("major").GetUInt32(), set.GetProperty("minor").GetUInt32())
            );
        if (root.GetProperty("broker").GetString() == _broker)
            Topics =
            [
                .. root.GetProperty("topics").EnumerateArray().Select(static topic => topic.GetString() ?? throw new FormatException()),
            ];
    }

    private void Write(Utf8JsonWriter json, IReadOnlyList<DataSetWriter> writers, IReadOnlyCollection<string> topics)
    {
        json.WriteStartObject();
        json.WriteString("broker", _broker);
        json.WriteStartArray("datasets");
        foreach (var writer in writers)
        {
            json.WriteStartObject();
            json.WriteString("writer", writer.Plan.Key);
            json.WriteString("fields", writer.Plan.FieldsDigest);
            json.WriteNumber("major", writer.Set.Version.Major);
            json.WriteNumber("minor", writer.Set.Version.Minor);
            json.WriteEndObject();
        }
        json.WriteEndArray();
        json.WriteStartArray("topics");
        foreach (var topic in topics)
            json.WriteStringValue(topic);
        json.WriteEndArray();
        json.WriteEndObject();
    }
}
