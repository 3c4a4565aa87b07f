using System.Globalization;
using System.Xml;
using S7OpcBridge.Import.Sources;

namespace S7OpcBridge.Import.TiaProjects;

/// <summary>Reads the type model: an XML document with the root <c>MetaInfo</c>.</summary>
internal static class PlfModelReader
{
    // The model of V17 has 3 million characters; more than ten times that is no model.
    private const int MostCharacters = 64 * 1024 * 1024;

    private static readonly XmlReaderSettings Settings = new()
    {
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        IgnoreComments = true,
        IgnoreWhitespace = true,
        MaxCharactersInDocument = MostCharacters,
    };

    /// <summary>Reads the model.</summary>
    /// <exception cref="XmlException">It is no XML.</exception>
    public static PlfModel Read(Stream stream)
    {
        var model = new PlfModel();
        using var reader = XmlReader.Create(stream, Settings);
        var state = new State(model);
        while (reader.Read())
        {
            if (reader.Depth > ImportLimits.Depth)
                throw new XmlException("The type model is nested too deep.");
            if (reader.NodeType == XmlNodeType.Element)
                state.Open(reader);
        }
        return model;
    }

    // The elements come in the order of the document, so the last type, set, enumeration or structure is the one that an attribute belongs to.
    private sealed class State(PlfModel model)
    {
        private string _space = "";
        private PlfType? _type;
        private PlfAttributeSet? _set;
        private PlfEnumeration? _enumeration;
        private PlfStructure? _structure;
        private Dictionary<string, bool>? _constants;

        public void Open(XmlReader reader)
        {
            var name = reader.GetAttribute("name") ?? "";
            switch (reader.LocalName)
            {
                case "Namespace":
                    _space = name;
                    break;
                case "ObjectType" when IdOf(reader) is { } id:
                    Close();
                    _type = new PlfType(id, name);
                    model.Types.TryAdd(id, _type);
                    model.TypesByName.TryAdd(Full(name), _type);
                    break;
                case "Base":
                    _type?.Bases.Add(reader.GetAttribute("ref") ?? "");
                    break;
                case "Implements":
                    _constants = new Dictionary<string, bool>(StringComparer.Ordinal);
                    _type?.Sets.Add((reader.GetAttribute("ref") ?? "", _constants));
                    break;
                case "Relation" or "Inverse" when name.Length > 0 && IdOf(reader) is { } id:
                    model.Relations.TryAdd(id, name);
                    break;
                case "AttributeSet":
                    Close();
                    _set = new PlfAttributeSet(_space, name, reader.GetAttribute("expando") == "true");
                    model.Sets.TryAdd(Full(name), _set);
                    break;
                case "Attribute" when _set is not null:
                    _set.Attributes.Add(
                        (
                            name,
                            reader.GetAttribute("type") ?? "",
                            reader.GetAttribute("constant") == "true",
                            reader.GetAttribute("intrinsic") == "true"
                        )
                    );
                    break;
                case "Attribute" when _constants is not null && reader.GetAttribute("constant") is { } constant:
                    _constants.TryAdd(name, constant == "true");
                    break;
                case "Enumeration":
                    Close();
                    _enumeration = new PlfEnumeration(reader.GetAttribute("base") ?? "xs:int");
                    model.Enumerations.TryAdd(Full(name), _enumeration);
                    break;
                case "Constant"
                    when _enumeration is not null
                        && long.TryParse(reader.GetAttribute("value"), CultureInfo.InvariantCulture, out var value):
                    _enumeration.Names.TryAdd(value, name);
                    break;
                case "Structure":
                    Close();
                    _structure = new PlfStructure(_space);
                    model.Structures.TryAdd(Full(name), _structure);
                    break;
                case "Element":
                    _structure?.Elements.Add((name, reader.GetAttribute("type") ?? ""));
                    break;
                case "Array":
                    Close();
                    model.Arrays.TryAdd(Full(name), reader.GetAttribute("type") ?? "");
                    break;
            }
        }

        private string Full(string name) => $"{_space}.{name}";

        private void Close() => (_type, _set, _enumeration, _structure, _constants) = (null, null, null, null, null);

        private static uint? IdOf(XmlReader reader) =>
            reader.GetAttribute("id") is ['0', 'x', .. var digits]
            && uint.TryParse(digits, NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var id)
                ? id
                : null;
    }
}
