namespace S7OpcBridge.Web.Maps;

/// <summary>The map as it lies on disk.</summary>
/// <param name="Path">The map.</param>
/// <param name="Files">The texts that make it up, the map first.</param>
/// <param name="WhyNoMapChange">Why nobody can change it; null: users can.</param>
/// <param name="Refusal">The errors of the map on disk where an older one runs.</param>
internal sealed record MapAnswer(string Path, IReadOnlyList<MapFileRow> Files, string? WhyNoMapChange, IReadOnlyList<string> Refusal);

/// <summary>A text of the map.</summary>
/// <param name="File">Its name, as findings name it.</param>
/// <param name="Version">Its version; null: it cannot be read.</param>
/// <param name="WhyNot">Why it cannot be changed; null: it can.</param>
internal sealed record MapFileRow(string File, string? Version, string? WhyNot);

/// <summary>The text of a file.</summary>
/// <param name="File">The file.</param>
/// <param name="Version">The version on disk of which it is, or was made; null: the file is new.</param>
/// <param name="Text">The text.</param>
/// <param name="Contained">Positions of the edits that are in the text already.</param>
internal sealed record TextAnswer(string File, string? Version, string Text, IReadOnlyList<int>? Contained = null);

/// <summary>It was saved.</summary>
/// <param name="Message">The same as a sentence.</param>
/// <param name="Files">The new versions.</param>
internal sealed record SavedAnswer(string Message, IReadOnlyList<SavedFile> Files);

/// <summary>A file that was saved.</summary>
internal sealed record SavedFile(string File, string Version);

/// <summary>Nothing was saved, because somebody else changed the same files.</summary>
/// <param name="Message">The same as a sentence.</param>
/// <param name="Conflicts">The files.</param>
internal sealed record ConflictAnswer(string Message, IReadOnlyList<ConflictRow> Conflicts);

/// <summary>A kept version of a file.</summary>
/// <param name="Id">Its version.</param>
/// <param name="Saved">When it was saved.</param>
/// <param name="Author">Who saved it; empty: it was written by hand.</param>
/// <param name="IsPresent">True: it is what lies on disk.</param>
internal sealed record VersionRow(string Id, DateTimeOffset Saved, string Author, bool IsPresent);

/// <summary>A kept version, and what putting it back would change.</summary>
/// <param name="File">The file.</param>
/// <param name="Id">Its version.</param>
/// <param name="Present">The version on disk; null: the file is gone.</param>
/// <param name="Text">Its text.</param>
/// <param name="IsCut">True: more lines differ than are shown.</param>
/// <param name="Lines">The lines that would change.</param>
internal sealed record VersionAnswer(string File, string Id, string? Present, string Text, bool IsCut, IReadOnlyList<DiffRow> Lines);
