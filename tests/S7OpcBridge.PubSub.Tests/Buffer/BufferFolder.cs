namespace S7OpcBridge.PubSub.Tests.Buffer;

/// <summary>A folder for a journal, deleted at the end.</summary>
internal sealed class BufferFolder : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("s7mqtt");

    public string Path => System.IO.Path.Combine(_folder.FullName, "journal");

    /// <summary>The files with records, the oldest first.</summary>
    public string[] Segments => [.. Directory.GetFiles(Path, "messages-*.log").Order(StringComparer.Ordinal)];

    /// <summary>What a killed process leaves: the files as they are at this moment.</summary>
    public BufferFolder Copy()
    {
        var copy = new BufferFolder();
        Directory.CreateDirectory(copy.Path);
        foreach (var file in Directory.GetFiles(Path))
        {
            if (System.IO.Path.GetFileName(file) != "lock")
                File.Copy(file, System.IO.Path.Combine(copy.Path, System.IO.Path.GetFileName(file)));
        }

        return copy;
    }

    public void Dispose() => _folder.Delete(recursive: true);
}
