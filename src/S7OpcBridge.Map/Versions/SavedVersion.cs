namespace S7OpcBridge.Map;

/// <summary>A kept version of a file of a map.</summary>
/// <param name="Id">Its version: SHA-256 of its bytes in hexadecimal.</param>
/// <param name="Saved">When it was saved; of a version that somebody wrote by hand, when the file was last written.</param>
/// <param name="Author">Who saved it; empty: it was written by hand.</param>
public sealed record SavedVersion(string Id, DateTimeOffset Saved, string Author);

/// <summary>A file to be saved.</summary>
/// <param name="File">Path of the file; a link stays one, its target is written.</param>
/// <param name="Base">Version of the bytes that the new ones were made of; null: the file is new.</param>
/// <param name="Bytes">The new content.</param>
public sealed record FileToSave(string File, string? Base, ReadOnlyMemory<byte> Bytes);

/// <summary>A file that somebody else has changed meanwhile.</summary>
/// <param name="File">The file.</param>
/// <param name="Base">The version that the change was made of.</param>
/// <param name="Present">The present version; null: the file is gone.</param>
/// <param name="Bytes">Its bytes.</param>
public sealed record FileConflict(string File, string? Base, string? Present, ReadOnlyMemory<byte> Bytes);

/// <summary>What saving came to.</summary>
/// <param name="Saved">The new versions by file; empty where nothing was written.</param>
/// <param name="Conflicts">Files that changed meanwhile: nothing was written.</param>
/// <param name="Error">Why nothing could be written; null: it was, or there are conflicts.</param>
public sealed record SaveOutcome(IReadOnlyDictionary<string, SavedVersion> Saved, IReadOnlyList<FileConflict> Conflicts, string? Error)
{
    /// <summary>True where everything was written.</summary>
    public bool IsSaved => Conflicts.Count == 0 && Error is null;
}
