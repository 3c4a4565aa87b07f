using System.Xml;
using System.Xml.Linq;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Tables;

/// <summary>Reads XML that comes from elsewhere: no document types, no entities, nothing from the network, and only so deep.</summary>
internal static class XmlFiles
{
    /// <summary>A reader over bytes, which find their encoding themselves.</summary>
    public static XmlReader Reader(byte[] bytes) => SafeXml.Reader(bytes);

    /// <summary>The whole document with the lines of its elements.</summary>
    /// <exception cref="ImportException">It is no XML, or too deep.</exception>
    public static XElement Load(SourceFile file, byte[] bytes)
    {
        try
        {
            // The tree of elements is walked recursively, so the depth is checked before it is built.
            using (var check = Reader(bytes))
            {
                while (check.Read())
                {
                    if (check.Depth > ImportLimits.Depth * 4)
                        throw new ImportException(Spot(file, check as IXmlLineInfo), "the elements are nested too deep");
                }
            }
            using var reader = Reader(bytes);
            return XDocument.Load(reader, LoadOptions.SetLineInfo | LoadOptions.PreserveWhitespace).Root!;
        }
        catch (XmlException error)
        {
            throw new ImportException(
                new SourceLocation(file, Math.Max(1, error.LineNumber), Math.Max(1, error.LinePosition)),
                "the XML is broken here; " + "export it again"
            );
        }
    }

    /// <summary>Where an element stands.</summary>
    public static SourceLocation Spot(SourceFile file, IXmlLineInfo? place) =>
        new(file, Math.Max(1, place?.LineNumber ?? 1), Math.Max(1, place?.LinePosition ?? 1));

    /// <summary>The first child with this name, whatever its namespace.</summary>
    public static XElement? Child(this XElement element, string name) =>
        element.Elements().FirstOrDefault(child => child.Name.LocalName == name);

    /// <summary>The children with this name, whatever their namespace.</summary>
    public static IEnumerable<XElement> All(this XElement element, string name) =>
        element.Elements().Where(child => child.Name.LocalName == name);

    /// <summary>The text of an attribute; empty where there is none.</summary>
    public static string Text(this XElement element, string attribute) => element.Attribute(attribute)?.Value ?? "";
}
