using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Map;
using S7OpcBridge.Map.UserTypes;

namespace S7OpcBridge.Import.TiaProjects;

/// <summary>A data block of a project.</summary>
/// <param name="plc">Name of its PLC in the list.</param>
/// <param name="interfaces">The interfaces of the project.</param>
/// <param name="draft">The list.</param>
/// <param name="spot">Where findings point to.</param>
internal sealed class ProjectBlock(PlfObject block, string plc, BlockInterfaces interfaces, ImportDraft draft, SourceLocation spot)
{
    /// <summary>True where know-how protection forbids to read the inside.</summary>
    public static bool IsProtected(PlfObject block) =>
        block.Word("ICoreAttributes.Protection").Contains("KnowHow", StringComparison.Ordinal)
        || block.Whole("ICoreAttributes.IsKnowHowProtected") > 0;

    /// <summary>Puts the block into the list, or says why not.</summary>
    public void Read()
    {
        var name = plc.Length > 0 ? $"{plc}/{block.Name}" : block.Name;
        if (IsProtected(block))
        {
            draft.LeaveOut(
                spot,
                name,
                "the block is know-how protected, and protected parts are not read; write the members that you need into the map by hand"
            );
            return;
        }
        try
        {
            if (Read(name) is { } reason)
                draft.LeaveOut(spot, name, reason);
        }
        catch (ImportException error)
        {
            draft.LeaveOut(spot, name, $"its interface can't be read: {error.Message}; export the block as source");
        }
    }

    private string? Read(string name)
    {
        var isOptimised =
            (block.Whole("IGeneralBlockSourceData.OnlySymbolicAccess") ?? block.Whole("IIecplObjectData.OnlySymbolicAccess"))
            is not (null or 0);
        var number = block.Whole("IGeneralBlockSourceData.Number") ?? block.Whole("IGeneralBlockData.Number");
        var kind = block.Word("IGeneralDataBlockSourceData.Type") is { Length: > 0 } word ? word : block.Word("IGeneralDatablockData.Type");
        if (kind.Contains("Array", StringComparison.Ordinal))
            return "array data blocks are not read yet; export the block as source";
        if (interfaces.InterfaceOf(block) is not { } found)
            return "the project does not store its members in a form that is known; export the block as source";
        if (found.Owner is { } owner && IsProtected(owner))
            return $"it is an instance of '{owner.Name}', which is know-how protected, and protected parts are not read";
        var body = new UserType(block.Name, spot)
        {
            IsFromSource = true,
            IsFunctionBlock = found.Body.IsFunctionBlock,
            Used = true,
        };
        if (SystemTypeName() is { } system)
            body.SameAs = system;
        else
            body.Members.AddRange(found.Body.Members);
        if (!isOptimised && body.SameAs is null && MisplacedMember(body, found) is { } member)
            return $"'{member}' lies elsewhere in the project than the rules of standard access put it, so the addresses would be wrong; compile the block in "
                + "TIA "
                + "Portal and save the project, or export the block as source";
        draft.Blocks.Add(
            new ImportedBlock(body, spot)
            {
                Plc = plc,
                Number = (int?)number,
                IsOptimised = isOptimised,
                Path = Folders(),
            }
        );
        return null;
    }

    // An instance of a system type whose members and places the map knows by itself.
    private string? SystemTypeName()
    {
        var name = block.Text("IGeneralDataBlockSourceData.OfName") is { Length: > 0 } of ? of : block.Text("IGeneralDatablockData.OfName");
        return name.Length > 0 && SystemTypes.Find(name) is not null ? name : null;
    }

    // The project says where each member of the outermost level lies; that proves the layout, or shows that it can't be trusted.
    private string? MisplacedMember(UserType body, BlockInterface found)
    {
        var findings = new FindingList { Size = draft.Size };
        var layout = new StandardLayout(new TypeResolver(draft.Types, draft.Constants), findings, cutsAll: true).LayoutOf(body);
        foreach (var finding in findings.Sorted.Where(finding => finding.IsError))
            draft.Note(finding.Spot, $"{block.Name}: {finding.Message}");
        foreach (var leaf in layout?.Leaves ?? [])
        {
            var top = leaf.Path.AsSpan();
            var end = top.IndexOfAny('/', '[');
            var name = (end < 0 ? top : top[..end]).ToString();
            if (found.Offsets.Remove(name, out var bits) && bits != (leaf.Offset * 8) + leaf.Bit)
                return name;
        }
        return null;
    }

    private List<string> Folders()
    {
        var path = new List<string>();
        for (
            var folder = block.One("AggregatingFolder");
            folder is not null && path.Count < ImportLimits.Depth;
            folder = folder.One("AggregatingFolder")
        )
        {
            if (folder.Text("ICoreAttributes.Subtype") == "ProgramBlocksFolder.Subfolder")
                path.Insert(0, folder.Name);
        }
        return path;
    }
}
