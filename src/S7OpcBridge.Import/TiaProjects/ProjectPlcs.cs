using System.Globalization;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tia;
using S7OpcBridge.Map;
using S7OpcBridge.Map.UserTypes;

namespace S7OpcBridge.Import.TiaProjects;

/// <summary>Puts the PLCs of a project into the list: CPUs, constants, PLC data types, data blocks, tag tables.</summary>
/// <param name="store">The project.</param>
/// <param name="draft">The list.</param>
/// <param name="spot">Where findings point to.</param>
/// <param name="prefix">What stands before the names of its PLCs.</param>
internal sealed class ProjectPlcs(PlfStore store, ImportDraft draft, SourceLocation spot, string prefix)
{
    private readonly BlockInterfaces _interfaces = new(store, draft, spot);
    private readonly Dictionary<(string Plc, string Name), string> _types = [];

    public void Read(CancellationToken cancellationToken)
    {
        PlcStation.ReadAll(store, draft, spot, NameOf);
        foreach (var constant in Own("SimaticConstantTagData"))
            ReadConstant(constant);
        foreach (var type in Own("UserTypeData"))
            ReadType(type);
        foreach (var block in Own("DataBlockData"))
        {
            cancellationToken.ThrowIfCancellationRequested();
            new ProjectBlock(block, NameOf(block), _interfaces, draft, spot).Read();
        }
        foreach (var tag in Own("EAMTZTagData"))
        {
            cancellationToken.ThrowIfCancellationRequested();
            ReadTag(tag);
        }
        new ProjectHmi(store, draft, spot, NameOf).Read(cancellationToken);
    }

    // What stands in the project tree; copies for libraries belong to something else, and a textual reference names a thing that is gone.
    private IEnumerable<PlfObject> Own(string type) =>
        store
            .All(type)
            .Where(each => each.Name.Length > 0 && each.One("Environment")?.Is("ProjectData") == true && each.One("TRefParent") is null);

    // The CPU itself, or the CPU that something belongs to.
    private string NameOf(PlfObject of) =>
        of.Is("S7ControllerTargetData") ? prefix + of.Name
        : of.One("Target") is { } cpu ? prefix + cpu.Name
        : prefix.TrimEnd('.');

    private void ReadConstant(PlfObject constant)
    {
        if (
            constant.Whole("IStructureRoot.IsSystemDefined") is not > 0
            && int.TryParse(
                constant.Text("IDefaultStrategyData.DefaultValue"),
                NumberStyles.AllowLeadingSign,
                CultureInfo.InvariantCulture,
                out var number
            )
        )
            draft.Constants.TryAdd(constant.Name, number);
    }

    // Tags name a PLC data type; two PLCs may have different ones of one name.
    private void ReadType(PlfObject type)
    {
        if (ProjectBlock.IsProtected(type))
            return;
        try
        {
            if (_interfaces.InterfaceOf(type)?.Body is not { } body)
                return;
            var plc = NameOf(type);
            var name = draft.Types.ContainsKey(type.Name) ? $"{plc}.{type.Name}" : type.Name;
            var named = new UserType(name, spot) { IsFromSource = true };
            named.Members.AddRange(body.Members);
            if (draft.Types.TryAdd(name, named))
                _types.TryAdd((plc, type.Name), name);
        }
        catch (ImportException error)
        {
            draft.Note(spot, $"the PLC data type '{type.Name}' can't be read: {error.Message}");
        }
    }

    private void ReadTag(PlfObject tag)
    {
        var plc = NameOf(tag);
        var type = tag.Text("IStructureItem.DisplayTypeName");
        if (_types.TryGetValue((plc, type.Trim('"')), out var known))
            type = $"\"{known}\"";
        new PlcTag(
            TableOf(tag),
            tag.Name,
            type,
            tag.Text("ITagAddress.LogicalAddress"),
            ProjectTexts.Choose(tag.Texts("ICoreAttributes.Comment"), draft.Options.Language),
            tag.Whole("IStructureItem.HmiReadOnly") is { } isReadOnly ? isReadOnly == 0 : null,
            spot
        ).AddTo(draft, plc);
    }

    private static string TableOf(PlfObject tag)
    {
        var table = tag.One("TagTable");
        if (table is null)
            return "";
        var path = new List<string>();
        if (!DefaultTables.Contains(table.Name))
            path.Add(table.Name);
        for (
            var folder = table.One("AggregatingFolder");
            folder is not null && path.Count < ImportLimits.Depth;
            folder = folder.One("AggregatingFolder")
        )
        {
            if (folder.Text("ICoreAttributes.Subtype").EndsWith(".Subfolder", StringComparison.Ordinal))
                path.Insert(0, folder.Name);
        }
        return string.Join('\\', path);
    }
}
