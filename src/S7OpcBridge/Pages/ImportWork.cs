using S7OpcBridge.Import;
using S7OpcBridge.Startup;
using S7OpcBridge.Web;

namespace S7OpcBridge.Pages;

/// <summary>Gives the page of an import what it does besides choosing.</summary>
internal static class ImportWork
{
    /// <param name="path">The map to write.</param>
    public static ImportPageWork Create(string path) =>
        new()
        {
            Version = ProgramVersion.Text,
            Plan = ImportLoad.Compute,
            Write = (result, write, text) => new ImportTarget(path, text, text).Write(result, write),
            NextSteps = result => ImportText.NextSteps(result, path),
        };
}
