using System.Text;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tia;
using S7OpcBridge.Map;
using S7OpcBridge.Map.UserTypes;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Step7;

/// <summary>
/// A project of STEP 7 V5 (the folder of the .s7p, or it as ZIP): symbols from YDBs, the declarations of data blocks, types and function blocks from ombstx.
/// </summary>
internal sealed class Step7Project : SourceReader
{
    private const int Udt = 1,
        FunctionBlock = 4,
        DataBlock = 6,
        BinaryBlock = 10;

    public override string Format => "STEP 7 V5 project";

    public override bool Recognises(Source source) => source.Tree?.Files.Any(IsTable) == true;

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        foreach (
            var project in source
                .Tree!.Files.Where(IsTable)
                .GroupBy(Step7Links.RootOf)
                .OrderBy(group => group.Key, StringComparer.OrdinalIgnoreCase)
        )
            ReadOne(source, project.Key, [.. project.Order(StringComparer.OrdinalIgnoreCase)], draft, cancellationToken);
    }

    private static void ReadOne(Source source, string root, List<string> tables, ImportDraft draft, CancellationToken cancellationToken)
    {
        var encoding =
            draft.Options.Encoding ?? Step7Language.ReadEncoding(source.Tree!, root, source.Start, draft) ?? S7TextEncodings.Windows1252;
        var programs = tables.FindAll(path => IsFile(path, "SUBBLK.DBF"));
        var links = new Step7Links(source.Tree!, root, encoding, [.. programs.Select(FolderOf)]);
        foreach (var path in tables.Where(path => IsFile(path, "SYMLIST.DBF")))
        {
            cancellationToken.ThrowIfCancellationRequested();
            ReadSymbols(source, DbfTable.Open(source.Tree!, path, encoding), path, PlcOfList(path), draft);
        }
        foreach (var path in programs)
        {
            cancellationToken.ThrowIfCancellationRequested();
            ReadBlocks(source, DbfTable.Open(source.Tree!, path, encoding), path, PlcOfProgram(FolderOf(path)), encoding, draft);
        }
        if (programs.Count > 1)
            draft.Note(
                source.Start,
                $"the project has {programs.Count} programs; each is a PLC of its own here: set the hosts, and remove what is not needed"
            );

        // Several programs may have a block of the same number, so each is a PLC of its own.
        string PlcOfProgram(string folder) => programs.Count < 2 ? "" : links.NameOf(folder) ?? $"Program {folder.TrimStart('0')}";

        string PlcOfList(string path)
        {
            var list = FolderOf(path);
            if (links.ProgramOf(list) is { } folder)
                return PlcOfProgram(folder);
            if (programs.Count < 2 && !links.HasProgramFor(tables.Where(table => IsFile(table, "SYMLIST.DBF")).Select(FolderOf)))
                return "";
            draft.Note(
                source.Start,
                $"the project does not tell which program the symbols of 'YDBs/{list}' belong to; they are a PLC of their own, "
                    + $"'Symbols {list}'"
            );
            return $"Symbols {list}";
        }
    }

    private static string FolderOf(string path) => path.Split('/') is [.., var folder, _] ? folder : "";

    private static bool IsTable(string path) => IsFile(path, "SUBBLK.DBF") || IsFile(path, "SYMLIST.DBF");

    private static void ReadSymbols(Source source, DbfTable table, string path, string plc, ImportDraft draft)
    {
        var file = new SourceFile($"{source.File.Path}/{path}");
        for (var record = 0; record < table.Count; record++)
        {
            if (!table.IsDeleted(record))
                new SymbolRow(
                    table.Text(record, "_SKZ"),
                    table.Text(record, "_OPIEC"),
                    table.Text(record, "_DATATYP"),
                    table.Text(record, "_COMMENT"),
                    new SourceLocation(file, record + 1, 1)
                ).AddTo(draft, plc);
        }
    }

    private static void ReadBlocks(Source source, DbfTable table, string path, string plc, Encoding encoding, ImportDraft draft)
    {
        var file = new SourceFile($"{source.File.Path}/{path}");
        var declared = new HashSet<int>();
        var binary = new Dictionary<int, SourceLocation>();
        for (var record = 0; record < table.Count; record++)
        {
            if (
                table.IsDeleted(record)
                || table.Whole(record, "SUBBLKTYP") is not { } kind
                || table.Whole(record, "BLKNUMBER") is not { } number
            )
                continue;
            var spot = new SourceLocation(file, record + 1, 1);
            var text = kind is Udt or FunctionBlock or DataBlock
                ? encoding.GetString(table.Memo(record, "MC5CODE")).Trim('\0', ' ', '\r', '\n')
                : "";
            if (kind == BinaryBlock)
                binary.TryAdd(number, spot);
            if (text.Length == 0)
                continue;
            switch (kind)
            {
                case Udt:
                    BlockText.Read(file, $"TYPE UDT{number}\n{text}\nEND_TYPE", draft, plc);
                    break;
                case FunctionBlock:
                    BlockText.Read(file, $"FUNCTION_BLOCK FB{number}\n{text}\nEND_FUNCTION_BLOCK", draft, plc);
                    break;
                default:
                    if (declared.Add(number))
                        BlockText.Read(file, $"DATA_BLOCK DB{number}\n{text}\nBEGIN\nEND_DATA_BLOCK", draft, plc);
                    break;
            }
        }
        foreach (var (number, spot) in binary)
        {
            if (!declared.Contains(number))
                AddInstance(draft, plc, number, spot, table);
        }
    }

    // An instance has no declaration of its own: its first bytes name the function block. A block that was uploaded from a CPU has none at all.
    private static void AddInstance(ImportDraft draft, string plc, int number, SourceLocation spot, DbfTable table)
    {
        var head = table.Memo(spot.Line - 1, "SSBPART");
        var of = head switch
        {
            [0x0A, var low, var high, ..] => $"FB{low | (high << 8)}",
            [0x0B, var low, var high, ..] when SystemTypes.Find($"SFB{low | (high << 8)}") is not null => $"SFB{low | (high << 8)}",
            _ => null,
        };
        if (of is not null)
            draft.Blocks.Add(
                new ImportedBlock(
                    new UserType($"DB{number}", spot)
                    {
                        SameAs = of,
                        Db = number,
                        IsFromSource = true,
                    },
                    spot
                )
                {
                    Plc = plc,
                    Number = number,
                }
            );
        else
            draft.LeaveOut(
                spot,
                $"DB{number}",
                head is [0x0B, ..]
                    ? "it is an instance of a system function block, whose members are not " + "known"
                    : "the project has only its bytes, not its declaration, since it was uploaded from a CPU"
            );
    }

    private static bool IsFile(string path, string name) =>
        path.Equals(name, StringComparison.OrdinalIgnoreCase) || path.EndsWith("/" + name, StringComparison.OrdinalIgnoreCase);
}
