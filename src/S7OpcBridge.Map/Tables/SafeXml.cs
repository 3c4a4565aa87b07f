using System.Xml;

namespace S7OpcBridge.Map.Tables;

/// <summary>Reads XML that comes from elsewhere: no document types, no entities, nothing from the network.</summary>
internal static class SafeXml
{
    private static readonly XmlReaderSettings Settings = new()
    {
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        IgnoreComments = true,
        IgnoreProcessingInstructions = true,
        MaxCharactersInDocument = Workbook.MostBytes,
    };

    /// <summary>A reader over bytes, which find their encoding themselves.</summary>
    public static XmlReader Reader(byte[] bytes) => XmlReader.Create(new MemoryStream(bytes), Settings);
}
