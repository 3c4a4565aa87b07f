namespace S7OpcBridge.Map;

/// <summary>A file whose text edits changed.</summary>
/// <param name="file">The file.</param>
/// <param name="base">Version of the bytes from which the text was made, for <see cref="MapVersions"/>; null: there is no such file yet.</param>
/// <param name="old">The text on disk.</param>
/// <param name="text">The edited text.</param>
/// <param name="encode">Gives the text in the code page of the file; asked for once, where the bytes are needed.</param>
public sealed class EditedFile(string file, string? @base, string old, string text, Func<byte[]> encode)
{
    private readonly Lazy<byte[]> _bytes = new(encode);

    /// <summary>The file.</summary>
    public string File => file;

    /// <summary>Version of the bytes from which the text was made, for <see cref="MapVersions"/>; null: there is no such file yet.</summary>
    public string? Base => @base;

    /// <summary>The text on disk.</summary>
    public string Old => old;

    /// <summary>The edited text.</summary>
    public string Text => text;

    /// <summary>The edited text in the code page of the file.</summary>
    public ReadOnlyMemory<byte> Bytes => _bytes.Value;
}
